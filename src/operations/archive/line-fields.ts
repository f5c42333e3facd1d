// Finds fields of an archive line that would be dropped silently: unknown to the schema, or there twice.

import type { FieldError } from '../../errors.ts';

interface Schema {
  readonly properties?: { readonly [name: string]: Schema };
  readonly items?: Schema;
}

const UNKNOWN = 'Unknown field. Check its spelling, or remove it.';

export function unknownFields(schema: Schema, value: unknown, path = ''): FieldError[] {
  if (Array.isArray(value)) {
    const { items } = schema;
    if (!items) return [];
    return value.flatMap((each, at) => unknownFields(items, each, `${path}[${at}]`));
  }
  const { properties } = schema;
  if (!properties || typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, each]) => {
    const field = path === '' ? name : `${path}.${name}`;
    const known = Object.hasOwn(properties, name) ? properties[name] : undefined;
    return known ? unknownFields(known, each, field) : [{ field, reason: UNKNOWN }];
  });
}

const COLON = /\s*:/y;

/** The first repeated key, or null. The text must be valid JSON. */
export function repeatedKey(json: string): string | null {
  // The keys of each open object; null for an open list.
  const open: (Set<string> | null)[] = [];
  for (let at = 0; at < json.length; at += 1) {
    const character = json[at];
    if (character === '{') open.push(new Set());
    else if (character === '[') open.push(null);
    else if (character === '}' || character === ']') open.pop();
    if (character !== '"') continue;
    const end = endOfString(json, at);
    const key = keyIn(json, at, end);
    if (key !== null && isKnown(key, open.at(-1))) return key;
    at = end;
  }
  return null;
}

/** Also adds the key, if it is new. */
function isKnown(key: string, keys: Set<string> | null | undefined): boolean {
  const before = keys?.size;
  return before !== undefined && keys?.add(key).size === before;
}

/** The string as a key, or null if it is a value, which no colon follows. */
function keyIn(json: string, start: number, end: number): string | null {
  COLON.lastIndex = end + 1;
  return COLON.test(json) ? String(JSON.parse(json.slice(start, end + 1))) : null;
}

/** The index of the closing quote: the first one after an even number of backslashes. */
function endOfString(json: string, start: number): number {
  for (let end = json.indexOf('"', start + 1); end >= 0; end = json.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (json[end - 1 - backslashes] === '\\') backslashes += 1;
    if (backslashes % 2 === 0) return end;
  }
  return json.length;
}
