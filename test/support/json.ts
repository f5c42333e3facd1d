// JSON in tests, whose shape is unknown until it is checked.

export type Json = null | boolean | number | string | Json[] | JsonObject;

export interface JsonObject {
  [name: string]: Json;
}

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value at a path, or undefined if there is none. */
export function at(value: Json | undefined, ...path: string[]): Json | undefined {
  let here = value;
  for (const name of path) here = isObject(here) ? here[name] : undefined;
  return here;
}

/** The object at a path, or an empty one. */
export function objectAt(value: Json | undefined, ...path: string[]): JsonObject {
  const found = at(value, ...path);
  return isObject(found) ? found : {};
}

/** The list at a path, or an empty one. */
export function listAt(value: Json | undefined, ...path: string[]): Json[] {
  const found = at(value, ...path);
  return Array.isArray(found) ? found : [];
}
