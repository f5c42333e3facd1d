// Reads the API key of an Authorization header.

import { Problem } from '../errors.ts';

/** Only `Bearer`, a space and one token are accepted. */
export function bearerToken(header: string | undefined): string {
  const token = /^Bearer +([^\s,]+) *$/i.exec(header ?? '')?.[1];
  if (token === undefined) throw new Problem('unauthorised');
  return token;
}
