// The API key in an Authorization header.

import { Problem } from '../errors.ts';

/** Exactly `Bearer` and one token; anything else counts as no header. */
export function bearerToken(header: string | undefined): string {
  const token = /^Bearer +([^\s,]+) *$/i.exec(header ?? '')?.[1];
  if (token === undefined) throw new Problem('unauthorised');
  return token;
}
