// Rate limits of sign-in: by account and network together, by network, and by account.

import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '../../../config.ts';
import type { ErrorCode } from '../../../errors.ts';
import { networkOf } from '../../../http/limits/client-address.ts';
import type { Rate } from '../../../http/limits/counters.ts';
import { type Limit, limiter } from '../../../http/limits/rate-limits.ts';
import { deviceName, isKnownDevice } from '../../../http/pages/device-cookie.ts';
import { formFields } from '../../../http/pages/form-fields.ts';
import { normalEmail } from '../../../operations/accounts/writers.ts';
import { hashOf } from '../../../operations/secrets.ts';
import { RATES } from '../../../schemas/requests/rates.ts';
import type { Desk } from '../shared/page-context.ts';

/**
 * Guessing from one network locks out that network, but not the owner elsewhere: attempts that the first limit
 * refuses don't count for the account. Guessing from many networks is slowed down per account.
 */
export const signInLimits = (desk: Desk): Limit[] =>
  triesAtAccount(desk, RATES.signInWide, 'too_many_tries');

/** Limits that keep mailboxes from being flooded. When they are spent, links sent earlier still work. */
export const resetLimits = (desk: Desk): Limit[] =>
  triesAtAccount(desk, RATES.accountEmail, 'too_many_links');

/** A browser that has signed in before has a separate count of attempts, which no other client can use up. */
function triesAtAccount({ scope, context }: Desk, perAccount: Rate, refusal: ErrorCode): Limit[] {
  const { config } = context;
  const accountAndDevice = (request: FastifyRequest) =>
    `${accountOf(request)} ${deviceName(config, request)}`;
  const perNetwork = limiter(scope, config, RATES.signInWide, networkOf, 'too_many_tries');
  const ofKnown = [
    ...limiter(scope, config, RATES.signIn, accountAndDevice, 'too_many_tries'),
    ...perNetwork,
  ];
  const ofOthers = [
    ...limiter(scope, config, RATES.signIn, accountAndNetwork, 'too_many_tries'),
    ...perNetwork,
    ...limiter(scope, config, perAccount, accountOf, refusal),
  ];
  return [
    async (request, reply) => {
      const isKnown = await isKnownDevice(context, request, emailOf(request));
      for (const limit of isKnown ? ofKnown : ofOthers) await limit(request, reply);
    },
  ];
}

/** Limits for forms without an account that could be used to guess e-mail addresses or passwords. */
export const guessLimits = ({ scope, context }: Desk): Limit[] =>
  limiter(scope, context.config, RATES.signIn, networkOf, 'too_many_tries');

/** Limits for cheap requests, of which a sign-in needs several. */
export const callLimits = (scope: FastifyInstance, config: Config): Limit[] =>
  limiter(scope, config, RATES.signInWide, networkOf, 'too_many_tries');

/** Limits for forms that send an e-mail. Each form has a separate count, so that it can't use up another's. */
export const emailLimits = ({ scope, context }: Desk): Limit[] =>
  limiter(scope, context.config, RATES.accountEmail, mailboxOf, 'too_many_tries');

const emailOf = (request: FastifyRequest) => formFields(request)['email'] ?? '';

/** Hashes keep the limit's keys short, even if the input is long. */
const accountOf = (request: FastifyRequest) => hashOf(normalEmail(emailOf(request)));

/** A form without an e-mail address sends no e-mail, so it counts against its network. */
const mailboxOf = (request: FastifyRequest) =>
  emailOf(request) ? accountOf(request) : networkOf(request);

const accountAndNetwork = (request: FastifyRequest) =>
  `${accountOf(request)} ${networkOf(request)}`;
