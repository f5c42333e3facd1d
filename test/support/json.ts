// JSON as a test meets it: of unknown shape until it has been looked at.

export type Json = null | boolean | number | string | Json[] | JsonObject;

export interface JsonObject {
  [name: string]: Json;
}

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What stands at a path, or nothing where the path leads nowhere. */
export function at(value: Json | undefined, ...path: string[]): Json | undefined {
  let here = value;
  for (const name of path) here = isObject(here) ? here[name] : undefined;
  return here;
}

/** The object at a path; an empty one where there is none. */
export function objectAt(value: Json | undefined, ...path: string[]): JsonObject {
  const found = at(value, ...path);
  return isObject(found) ? found : {};
}

/** The list at a path; an empty one where there is none. */
export function listAt(value: Json | undefined, ...path: string[]): Json[] {
  const found = at(value, ...path);
  return Array.isArray(found) ? found : [];
}
