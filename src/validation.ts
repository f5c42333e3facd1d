// Validates values against schemas, and explains errors to clients and people.

import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import type { Static, TSchema } from 'typebox';
import { ERRORS_LISTED, type FieldError, Problem } from './errors.ts';
import { isCardUrl } from './schemas/cards/providers.ts';
import { isLanguageTag } from './schemas/formats/language-tags.ts';
import { imageAt, isUploadUrl } from './schemas/images/image-urls.ts';
import { PATTERN_ADVICE, PATTERN_WORDS } from './schemas/text.ts';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const RFC3339 = /^(\d{4}-\d{2}-\d{2})T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})$/i;

export const isUuid = (value: string) => UUID.test(value);

// A URI in RFC 3986's spelling, with quotes and non-ASCII characters percent-encoded.
const HTTP_URI = /^https?:\/\/[\w.~:?#[\]@!$&'()*+,;=%-][\w.~:/?#[\]@!$&'()*+,;=%-]*$/i;

const isHttpUrl = (value: string) => HTTP_URI.test(value) && URL.canParse(value);

const isHttpsUrl = (value: string) => isHttpUrl(value) && /^https:/i.test(value);

const isShownImage = (value: string) => isHttpsUrl(value) || imageAt(value) !== null;
const SHOWN_IMAGE = 'an https URL, or that of an image that was uploaded here';

// A second slash at the start is refused, because it would lead to another host.
const PATH = /^\/(?!\/)[\w.~:/?#[\]@!$&'()*+,;=%-]*$/;
const MAILTO = /^mailto:[\w.+%-]+@[\w.-]+$/i;

const isSiteLink = (value: string) => isHttpUrl(value) || PATH.test(value) || MAILTO.test(value);

/** True for a time in UTC on a day that exists, with a four-digit year. */
function isTime(value: string): boolean {
  const day = RFC3339.exec(value)?.[1];
  const at = Date.parse(value);
  if (day === undefined || Number.isNaN(at)) return false;
  const dayAlone = Date.parse(`${day}T00:00:00Z`);
  const exists = !Number.isNaN(dayAlone) && new Date(dayAlone).toISOString().startsWith(day);
  return exists && /^\d/.test(new Date(at).toISOString());
}

export const isDay = (value: string) =>
  /^\d{4}-\d{2}-\d{2}$/.test(value) && isTime(`${value}T00:00:00Z`);

const CURRENCIES = new Set(Intl.supportedValuesOf('currency'));

export const isCurrency = (value: string) => CURRENCIES.has(value);

interface Format {
  validate: (value: string) => boolean;
  words: string;
  advice?: string;
}

const FORMATS: { [format: string]: Format } = {
  uuid: { validate: isUuid, words: 'a UUID', advice: 'Choose one from the list.' },
  uri: {
    validate: isHttpUrl,
    words: 'an http or https URL',
    advice: 'Enter a URL that starts with https:// or http://.',
  },
  image: {
    validate: (value) => isHttpUrl(value) || /^\/media\/[\w.-]+$/.test(value),
    words: 'an http or https URL, or a path under /media/',
  },
  'own-image': {
    validate: (value) => imageAt(value) !== null,
    words: 'the path of an image that was uploaded here',
  },
  // `sent-image` also accepts http for uploads, because the service may run without https.
  'sent-image': {
    validate: (value) => isShownImage(value) || (isHttpUrl(value) && isUploadUrl(value)),
    words: SHOWN_IMAGE,
  },
  'shown-image': {
    validate: isShownImage,
    words: SHOWN_IMAGE,
    advice: 'Upload an image, or enter a URL that starts with https://.',
  },
  email: {
    validate: (value) => /^[^\s@\p{C}]+@[^\s@\p{C}]+$/u.test(value),
    words: 'an email address',
    advice: 'Enter an email address, such as ada@example.com.',
  },
  bcp47: {
    validate: isLanguageTag,
    words: 'a language tag such as en or pt-BR',
    advice: 'Enter a language tag, such as en or pt-BR.',
  },
  colour: {
    validate: (value) => /^#[0-9a-f]{6}$/i.test(value),
    words: 'a colour such as #c2341a',
    advice: 'Enter a colour with six hexadecimal digits, such as #c2341a.',
  },
  'site-link': {
    validate: isSiteLink,
    words: 'an http or https URL, mailto: with an email address, or a path such as /shop',
    advice: 'Enter a URL that starts with https://, http:// or mailto:, or a path such as /shop.',
  },
  'https-uri': {
    validate: isHttpsUrl,
    words: 'an https URL',
    advice: 'Enter a URL that starts with https://.',
  },
  'card-url': {
    validate: isCardUrl,
    words: 'an https URL of a site that has cards',
  },
  currency: {
    validate: isCurrency,
    words: 'an ISO 4217 currency code such as EUR',
    advice: 'Enter a currency code, such as EUR.',
  },
  'date-time': {
    validate: isTime,
    words: 'a time such as 2026-01-31T12:00:00Z',
  },
  moment: {
    validate: (value) => isDay(value) || isTime(value),
    words: 'a time such as 2026-01-31T12:00:00Z, or a day such as 2026-01-31',
  },
};

const ajv = new Ajv2020({
  ...{ allErrors: true, verbose: true, strict: true, allowUnionTypes: true },
  // A test validates the schemas instead, because compiling the schema of schemas is slow.
  ...{ meta: false, validateSchema: false },
});
for (const [name, { validate }] of Object.entries(FORMATS)) ajv.addFormat(name, validate);

// A text has at most as many code points as UTF-16 units, and at least half as many, so most need no counting.
const LENGTHS: { [keyword: string]: (bound: number, text: string) => boolean } = {
  maxLength: (most, text) =>
    text.length <= most || (text.length <= 2 * most && [...text].length <= most),
  minLength: (least, text) => text.length >= 2 * least || [...text].length >= least,
};
for (const [keyword, validate] of Object.entries(LENGTHS)) {
  const rule = { type: 'string', schemaType: 'number', before: 'pattern' } as const;
  ajv.removeKeyword(keyword).addKeyword({ keyword, ...rule, validate });
}

export type Check<T> = (value: unknown) => T;

/** All schemas with a checker, which a test compiles. */
export const checkedSchemas = new Set<TSchema>();

/** Throws `invalid_input`. Schemas are compiled on first use: compiling all takes a fifth of the startup time. */
export function checkerOf<Schema extends TSchema>(schema: Schema): Check<Static<Schema>> {
  checkedSchemas.add(schema);
  let compiled: ValidateFunction<Static<Schema>> | undefined;
  return (value) => {
    compiled ??= ajv.compile<Static<Schema>>(schema);
    const validate = compiled;
    if (validate(value)) return value;
    throw new Problem('invalid_input', fieldErrors(validate.errors ?? []));
  };
}

/** An error about length replaces the field's other errors. */
const BOUNDS = ['maxItems', 'maxLength'];

/** Describes the first wrong fields and counts the others, because a body may have 10,000 of them. */
function fieldErrors(found: ErrorObject[]): { errors: FieldError[]; more: number } {
  const tooLong = found.filter(({ keyword }) => keyword === 'maxItems');
  const byField = new Map<string, ErrorObject>();
  for (const error of found) {
    const field = fieldOf(error);
    if (byField.has(field) && !BOUNDS.includes(error.keyword)) continue;
    // Items of a list that is too long are not described.
    const isItem = tooLong.some((list) => error.instancePath.startsWith(`${list.instancePath}/`));
    if (!isItem) byField.set(field, error);
  }
  const listed = [...byField].slice(0, ERRORS_LISTED);
  const errors = listed.map(([field, error]) => ({
    field,
    reason: reasonOf(error),
    advice: adviceFor(error),
  }));
  return { errors, more: byField.size - listed.length };
}

/** Turns `/tags/3` into `tags[3]`. A missing property is named as if it were present. */
function fieldOf({ instancePath, keyword, params }: ErrorObject): string {
  const path = instancePath.split('/').slice(1);
  if (keyword === 'required') path.push(String(params['missingProperty']));
  const name = path.map((step) => (/^\d+$/.test(step) ? `[${step}]` : `.${step}`)).join('');
  return name.replace(/^\./, '') || 'body';
}

function reasonOf({ keyword, params, parentSchema, data }: ErrorObject): string {
  if (keyword === 'required') {
    const missing = String(params['missingProperty']);
    return `Expected ${wordsFor(parentSchema?.['properties']?.[missing])}, got nothing.`;
  }
  if (keyword === 'pattern') {
    return `Expected text ${PATTERN_WORDS[String(params['pattern'])]}, got ${shown(data)}.`;
  }
  const isSecret = parentSchema?.['writeOnly'] === true && typeof data === 'string';
  const got = isSecret ? `${[...data].length} characters` : shown(data);
  return `Expected ${wordsFor(parentSchema)}, got ${got}.`;
}

const adviceFor = (error: ErrorObject): string => particularAdvice(error) ?? CANNOT_BE_USED;

/** The fallback for input that no form of ours sends. */
const CANNOT_BE_USED = 'This can’t be used. Check it, or choose something else.';

function particularAdvice(error: ErrorObject): string | undefined {
  const { keyword, params, parentSchema, data } = error;
  if (keyword === 'required' || data === '') return 'Fill this in.';
  if (keyword === 'pattern') return PATTERN_ADVICE[String(params['pattern'])];
  if (keyword === 'format') return FORMATS[String(params['format'])]?.advice;
  if (keyword === 'enum') return 'Choose one from the list.';
  if (keyword === 'maxItems') return `At most ${parentSchema?.['maxItems']}.`;
  return lengthAdvice(error);
}

function lengthAdvice({ instancePath, keyword, parentSchema, data }: ErrorObject) {
  if (!(keyword in LENGTHS) || typeof data !== 'string') return undefined;
  const bound = `${keyword === 'minLength' ? 'least' : 'most'} ${parentSchema?.[keyword]}`;
  const words = `${bound} characters; this has ${codePoints(data)}.`;
  if (!/\/\d+$/.test(instancePath)) return `At ${words}`;
  const name = data.length > LONGEST_NAMED ? `${data.slice(0, LONGEST_NAMED)}…` : data;
  return `“${name}”: at ${words}`;
}

const LONGEST_NAMED = 60;

interface Description {
  type?: string | string[];
  enum?: string[];
  const?: unknown;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  maxItems?: number;
  format?: string;
  properties?: { [name: string]: Description };
  $async?: boolean;
}

function wordsFor(schema: Description | undefined): string {
  if (schema === undefined) return 'a value';
  const types = [schema.type ?? 'value'].flat();
  const words = types.map((type) => (type === 'null' ? 'null' : typeWords(type, schema)));
  return [...new Set(words)].join(' or ');
}

function typeWords(type: string, schema: Description): string {
  if (schema.enum) return `one of ${schema.enum.join(', ')}`;
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  switch (type) {
    case 'integer':
      return `an integer${rangeWords(schema.minimum, schema.maximum)}`;
    case 'string':
      return stringWords(schema);
    case 'array':
      return schema.maxItems ? `a list of at most ${schema.maxItems}` : 'a list';
    case 'object':
      return 'an object';
    case 'boolean':
      return 'true or false';
    default:
      return `a ${type}`;
  }
}

function stringWords(schema: Description): string {
  const kind = FORMATS[schema.format ?? '']?.words ?? 'text';
  if (schema.maxLength === undefined) return kind;
  const from = schema.minLength ? `${schema.minLength} to` : 'at most';
  return `${kind} of ${from} ${schema.maxLength} characters`;
}

function rangeWords(minimum: number | undefined, maximum: number | undefined): string {
  if (minimum !== undefined && maximum !== undefined) return ` from ${minimum} to ${maximum}`;
  return minimum === undefined ? '' : ` of at least ${minimum}`;
}

function shown(value: unknown): string {
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === 'object' && value !== null) return 'an object';
  if (typeof value === 'string' && value.length > LONGEST_NAMED)
    return `${codePoints(value)} characters`;
  return JSON.stringify(value) ?? 'nothing';
}

/** Counts without building an array of characters, because the text may have megabytes. */
function codePoints(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at += 1) {
    if ((text.codePointAt(at) ?? 0) > 0xffff) at += 1;
    count += 1;
  }
  return count;
}
