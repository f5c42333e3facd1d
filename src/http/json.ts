// Reads JSON of unknown shape safely: a field that is missing or of another type counts as empty.

export interface JsonObject {
  [name: string]: unknown;
}

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export function getObject(value: unknown, name: string): JsonObject {
  const found = isObject(value) ? value[name] : undefined;
  return isObject(found) ? found : {};
}

export function getArray(value: unknown, name: string): unknown[] {
  const found = isObject(value) ? value[name] : undefined;
  return Array.isArray(found) ? found : [];
}

export function getString(value: unknown, name: string): string {
  const found = isObject(value) ? value[name] : undefined;
  return typeof found === 'string' ? found : '';
}
