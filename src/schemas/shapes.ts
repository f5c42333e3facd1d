// Helpers for building schemas.

import { type Static, type TObject, type TSchema, Type } from 'typebox';
import { Text } from './text.ts';

/** Characters of a query, and its distinct words that are searched separately. */
export const QUERY_LIMITS = { length: 200, words: 20 } as const;

// Nullable schemas have two types, because with a union clients and serialisers would expect null to fit the format.
interface StringOptions {
  format?: string;
  description?: string;
  maxLength?: number;
  minLength?: number;
  deprecated?: boolean;
}

export const NullableString = (options: StringOptions = {}) =>
  Type.Unsafe<string | null>({ type: ['string', 'null'], ...options });

export const NullableInteger = (description: string) =>
  Type.Unsafe<number | null>({ type: ['integer', 'null'], description });

export const Formatted = (format: string) => (description?: string) =>
  Type.String({ format, ...(description ? { description } : {}) });

const NullableFormatted = (format: string) => (description?: string) =>
  NullableString({ format, ...(description ? { description } : {}) });

export const Uri = Formatted('uri');
export const NullableUri = NullableFormatted('uri');
export const DateTime = Formatted('date-time');
export const NullableDateTime = NullableFormatted('date-time');
export const Uuid: (description: string) => ReturnType<typeof Uri> = Formatted('uuid');

export const OneOf = <const Values extends readonly string[]>(
  values: Values,
  options: { description?: string; default?: Values[number] } = {},
) => Type.Unsafe<Values[number]>({ type: 'string', enum: [...values], ...options });

export const NullableObject = <Properties extends { [name: string]: TSchema }>(
  properties: Properties,
  description: string,
) =>
  Type.Unsafe<Static<TObject<Properties>> | null>({
    type: ['object', 'null'],
    properties,
    required: Object.keys(properties),
    description,
  });

/** `title` names the object in the API description. */
export const Record = <Properties extends { [name: string]: TSchema }>(
  title: string,
  properties: Properties,
  description?: string,
) => Type.Object(properties, { title, ...(description ? { description } : {}) });

export const Limit = (bounds: { min: number; max: number; default: number }) => {
  const { min: minimum, max: maximum, default: usual } = bounds;
  const description = 'The maximum number of results.';
  return Type.Optional(Type.Integer({ minimum, maximum, default: usual, description }));
};

export const Query = (description: string) => Text(QUERY_LIMITS.length, { description });

export type Of<Schema extends TSchema> = Static<Schema>;
