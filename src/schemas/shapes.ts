// Schema helpers that the records are made of.

import { type Static, type TSchema, Type } from 'typebox';
import { LIMITS } from './limits.ts';
import { Text } from './text.ts';

// Nullable schemas have two types instead of a union, because a union would tell clients and serialisers that
// null must fit the format too.
interface StringOptions {
  format?: string;
  description?: string;
  maxLength?: number;
  minLength?: number;
}

export const NullableString = (options: StringOptions = {}) =>
  Type.Unsafe<string | null>({ type: ['string', 'null'], ...options });

export const NullableInteger = (description: string) =>
  Type.Unsafe<number | null>({ type: ['integer', 'null'], description });

export const Uri = (description?: string) =>
  Type.String({ format: 'uri', ...(description ? { description } : {}) });

export const NullableUri = (description?: string) =>
  NullableString({ format: 'uri', ...(description ? { description } : {}) });

export const DateTime = (description?: string) =>
  Type.String({ format: 'date-time', ...(description ? { description } : {}) });

export const NullableDateTime = (description?: string) =>
  NullableString({ format: 'date-time', ...(description ? { description } : {}) });

export const OneOf = <const Values extends readonly string[]>(
  values: Values,
  options: { description?: string; default?: Values[number] } = {},
) => Type.Unsafe<Values[number]>({ type: 'string', enum: [...values], ...options });

/** `title` names the object in the API description. */
export const Record = <Properties extends { [name: string]: TSchema }>(
  title: string,
  properties: Properties,
  description?: string,
) => Type.Object(properties, { title, ...(description ? { description } : {}) });

export const Limit = (bounds: { min: number; max: number; default: number }) =>
  Type.Optional(
    Type.Integer({
      minimum: bounds.min,
      maximum: bounds.max,
      default: bounds.default,
      description: 'How many results at most.',
    }),
  );

export const Query = (description: string) => Text(LIMITS.query, { description });

export const Uuid = (description: string) => Type.String({ format: 'uuid', description });

export type Of<Schema extends TSchema> = Static<Schema>;
