// Rate limits of sign-in: per account and IP address together, or per IP address alone.

import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '../../../config.ts';
import { addressKey, type Limit, limiter } from '../../../http/limits/rate-limits.ts';
import { formFields } from '../../../http/pages/form-fields.ts';
import { normalEmail } from '../../../operations/accounts/writers.ts';
import { hashOf } from '../../../operations/secrets.ts';
import { RATES } from '../../../schemas/limits.ts';

/** Guessing locks out the guesser's IP address, never the owner of the account elsewhere. */
export const signInLimits = (scope: FastifyInstance, config: Config): Limit[] =>
  limiter(scope, config, RATES.signIn, accountAndAddress, 'too_many_tries');

/** For forms that could be used to guess e-mail addresses or passwords without naming an account. */
export const guessLimits = (scope: FastifyInstance, config: Config): Limit[] =>
  limiter(scope, config, RATES.signIn, ({ ip }) => addressKey(ip), 'too_many_tries');

/** Hashed, so that keys are short, however long the input. */
function accountAndAddress(request: FastifyRequest): string {
  const { email = '' } = formFields(request);
  return `${hashOf(normalEmail(email))} ${addressKey(request.ip)}`;
}
