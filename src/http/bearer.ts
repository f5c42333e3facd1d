// Reads the API key from an Authorization header.

import type { IncomingMessage } from 'node:http';
import { Problem } from '../errors.ts';

type Headers = Pick<IncomingMessage, 'headers' | 'rawHeaders'>;

/** Only `Bearer`, a space and one token are accepted. */
export function bearerToken(request: Headers): string {
  const token = /^Bearer +([^\s,]+) *$/i.exec(authorizationOf(request) ?? '')?.[1];
  if (token === undefined) throw new Problem('unauthorised');
  return token;
}

/** Node drops all Authorization headers but the first, and a proxy may look at a different one. */
export function authorizationOf({ headers, rawHeaders }: Headers): string | undefined {
  const names = rawHeaders.filter((_, at) => at % 2 === 0);
  const given = names.filter((name) => name.toLowerCase() === 'authorization');
  if (given.length > 1) throw new Problem('several_authorizations');
  return headers.authorization;
}
