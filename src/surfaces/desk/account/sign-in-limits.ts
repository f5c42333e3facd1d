// How often one may try to get in: counted by account and address together, or by address alone.

import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '../../../config.ts';
import { addressKey, type Limit, limiter } from '../../../http/limits/rate-limits.ts';
import { fieldsOf } from '../../../http/pages/browser-session.ts';
import { normalEmail } from '../../../operations/accounts/writers.ts';
import { hashOf } from '../../../operations/secrets.ts';
import { RATES } from '../../../schemas/limits.ts';

/** Whoever guesses at an account shuts out themselves, and never its owner somewhere else. */
export const signInLimits = (scope: FastifyInstance, config: Config): Limit[] =>
  limiter(scope, config, RATES.signIn, accountAndAddress, 'too_many_tries');

/** For forms that could be used to guess at e-mail addresses or passwords without naming an account. */
export const guessLimits = (scope: FastifyInstance, config: Config): Limit[] =>
  limiter(scope, config, RATES.signIn, ({ ip }) => addressKey(ip), 'too_many_tries');

/** Hashed, so that a key is short whatever was typed. */
function accountAndAddress(request: FastifyRequest): string {
  const { email = '' } = fieldsOf(request);
  return `${hashOf(normalEmail(email))} ${addressKey(request.ip)}`;
}
