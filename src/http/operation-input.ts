// Reads an operation's input from a request's path and query, by the operation's schema.

import type { TObject, TSchema } from 'typebox';
import { Problem } from '../errors.ts';
import type { ReadRequest } from './public-reads.ts';

type Values = { [name: string]: unknown };

/** Query parameters that the schema lacks are ignored. */
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

/** Refuses invalid escapes such as `%zz`, which the query parser would leave as they are. */
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

// Converts digits to a number and true/false to a boolean if the schema expects one. Other values are left for
// validation to refuse, so that "1e1" or "0x5" is not silently accepted.
function decoded(value: unknown, schema: TSchema): unknown {
  const type = 'type' in schema ? schema.type : undefined;
  if (typeof value !== 'string') return value;
  if (type === 'integer' && /^(?:0|-?[1-9]\d{0,14})$/.test(value)) return Number(value);
  return type === 'boolean' && /^(?:true|false)$/.test(value) ? value === 'true' : value;
}
