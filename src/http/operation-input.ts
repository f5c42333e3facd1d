// The input of an operation, from a request's path and query, by the operation's own schema.

import type { TObject, TSchema } from 'typebox';
import { Problem } from '../errors.ts';
import type { ReadRequest } from './public-reads.ts';

type Values = { [name: string]: unknown };

/** Only fields of the operation's schema; anything else in the query is ignored. */
export function inputFrom(request: ReadRequest, schema: TObject): Values {
  refuseBrokenEscapes(request.url);
  const query = valuesOf(request.query);
  const path = valuesOf(request.params);
  const input: Values = {};
  for (const [name, property] of Object.entries<TSchema>(schema.properties)) {
    const value = Object.hasOwn(path, name) ? path[name] : query[name];
    if (value !== undefined) input[name] = decoded(value, property);
  }
  return input;
}

/** The query parser leaves `%zz` as it is; we refuse it. */
function refuseBrokenEscapes(url: string): void {
  if (!url.includes('%')) return;
  try {
    decodeURIComponent(url.slice(url.indexOf('?') + 1));
  } catch {
    throw new Problem('bad_request');
  }
}

function valuesOf(values: unknown): Values {
  return typeof values === 'object' && values !== null ? { ...values } : {};
}

// A query has only text. Digits become a number where the schema wants one, and the two words a boolean;
// anything else is left for the check to refuse, so that "1e1" or "0x5" is not silently accepted as a limit.
function decoded(value: unknown, schema: TSchema): unknown {
  const type = 'type' in schema ? schema.type : undefined;
  if (typeof value !== 'string') return value;
  if (type === 'integer' && /^(?:0|-?[1-9]\d{0,14})$/.test(value)) return Number(value);
  return type === 'boolean' && /^(?:true|false)$/.test(value) ? value === 'true' : value;
}
