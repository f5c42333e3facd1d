// Adds to each parameter its example, from one sample input that works as a whole.

import { type TObject, type TSchema, Type } from 'typebox';

export function withExamples(schema: TObject, sample: object): TObject {
  const values = new Map<string, unknown>(Object.entries(sample));
  const properties = Object.entries<TSchema>(schema.properties).map(([name, property]) => [
    name,
    values.has(name) ? { ...property, examples: [values.get(name)] } : property,
  ]);
  return Type.Object(Object.fromEntries(properties), { required: schema.required });
}
