// Moves titled schemas into the components of the OpenAPI document.

import { isObject, type JsonObject } from '../json.ts';

/** Wraps an example in a function, so that code that walks schemas skips it: its `$schema` or `title` is data. */
export const verbatim = (example: unknown) => () => example;

export function withNamedSchemas(document: object): JsonObject {
  const schemas: JsonObject = {};

  const visit = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(visit);
    if (typeof value === 'function') return value();
    if (!isObject(value)) return value;
    const visited = Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [key, visit(inner)]),
    );
    if (visited['type'] !== 'object' || typeof visited['title'] !== 'string') return visited;
    const { title, ...schema } = visited;
    schemas[String(title)] ??= schema;
    return { $ref: `#/components/schemas/${title}` };
  };

  const visited = visit(document);
  const whole = isObject(visited) ? visited : {};
  const components = isObject(whole['components']) ? whole['components'] : {};
  return { ...whole, components: { ...components, schemas: sorted(schemas) } };
}

const sorted = (schemas: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1)));
