// JSON of unknown shape, read safely.

export interface JsonObject {
  [name: string]: unknown;
}

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The object under a name; an empty one where there is none. */
export function getObject(value: unknown, name: string): JsonObject {
  const found = isObject(value) ? value[name] : undefined;
  return isObject(found) ? found : {};
}

/** The list under a name; an empty one where there is none. */
export function getArray(value: unknown, name: string): unknown[] {
  const found = isObject(value) ? value[name] : undefined;
  return Array.isArray(found) ? found : [];
}

/** The text under a name; empty where there is none. */
export function getString(value: unknown, name: string): string {
  const found = isObject(value) ? value[name] : undefined;
  return typeof found === 'string' ? found : '';
}
