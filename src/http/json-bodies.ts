// JSON request bodies: UTF-8 only, so that no character is silently replaced, and a limited number of values, so that
// validation stays quick.

import type { FastifyBodyParser, FastifyInstance } from 'fastify';
import { Problem } from '../errors.ts';
import { REQUEST_LIMITS } from '../schemas/requests/request-limits.ts';
import { hasMoreValues } from './json-values.ts';

/** Values of smaller bodies aren't counted. */
const UNCOUNTED_BYTES = 32 * 1024;

const UTF8 = new TextDecoder('utf-8', { fatal: true });
const CHARSET = /;\s*charset\s*=\s*"?([^";\s]*)/i;

export const JSON_TYPE = 'application/json';

export function readJsonBodies(app: FastifyInstance): void {
  const parse = jsonParser(app);
  app.removeContentTypeParser(JSON_TYPE);
  app.addContentTypeParser(JSON_TYPE, { parseAs: 'buffer' }, parse);
}

/** Parser for a scope that needs the body's bytes before they are parsed. */
export function jsonParser(app: FastifyInstance): FastifyBodyParser<Buffer> {
  // `remove` drops `__proto__` and `constructor`, just as unknown fields are ignored.
  const parse = app.getDefaultJsonParser('remove', 'remove');
  return (request, body, done) => {
    const charset = CHARSET.exec(request.headers['content-type'] ?? '')?.[1] ?? 'utf-8';
    if (!/^utf-?8$/i.test(charset)) return done(new Problem('unsupported_type'));
    if (isTooRich(body)) return done(new Problem('too_many_values'));
    const text = decoded(body);
    return text === null ? done(new Problem('malformed_json')) : parse(request, text, done);
  };
}

const isTooRich = (body: Buffer) =>
  body.length > UNCOUNTED_BYTES && hasMoreValues(body, REQUEST_LIMITS.jsonValues);

function decoded(body: Buffer): string | null {
  try {
    return UTF8.decode(body);
  } catch {
    return null;
  }
}
