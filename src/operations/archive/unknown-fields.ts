// Finds fields of an archive line that its schema doesn't have, because a misspelt name must not be dropped silently.

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
