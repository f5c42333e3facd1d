// Reads JSON of unknown shape safely.

export interface JsonObject {
  [name: string]: unknown;
}

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Field as an object, or an empty object if it is anything else. */
export function getObject(value: unknown, name: string): JsonObject {
  const found = isObject(value) ? value[name] : undefined;
  return isObject(found) ? found : {};
}

/** Field as a list, or an empty list if it is anything else. */
export function getArray(value: unknown, name: string): unknown[] {
  const found = isObject(value) ? value[name] : undefined;
  return Array.isArray(found) ? found : [];
}

/** Field as text, or empty text if it is anything else. */
export function getString(value: unknown, name: string): string {
  const found = isObject(value) ? value[name] : undefined;
  return typeof found === 'string' ? found : '';
}
