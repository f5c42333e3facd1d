// Generates values from the schemas of the API description, both allowed and forbidden ones.

import fc from 'fast-check';
import { at, type Json, type JsonObject, listAt, objectAt } from '../json.ts';

export const ID = 'a0b1c2d3-e4f5-4a6b-8c7d-000000000001';
const KNOWN = ['ada', ID, ID.toUpperCase(), `https://press.example/pieces/${ID}`, 'a', 'headline'];

export interface Values {
  [name: string]: string;
}

/** Sample texts for formats that a pattern can't describe. */
const FORMATS: { [format: string]: string[] } = {
  bcp47: ['en', 'de', 'pt-BR', 'EN-gb'],
  moment: ['2026-04-30', '2026-05-01T00:00:00Z', '2026-05-01T02:00:00.5+02:00'],
};

const length = (text: string) => [...text].length;

/** Texts that a schema allows. */
export function allowed(schema: Json | undefined): fc.Arbitrary<string> {
  const choices = listAt(schema, 'enum').map(String);
  if (choices.length > 0) return fc.constantFrom(...choices);
  if (at(schema, 'type') === 'integer') {
    const [min, max] = [Number(at(schema, 'minimum')), Number(at(schema, 'maximum'))];
    return fc.integer({ min, max }).map(String);
  }
  const known = FORMATS[String(at(schema, 'format'))];
  if (known) return fc.constantFrom(...known);
  const patterns = [schema, ...listAt(schema, 'allOf')].flatMap((each) => {
    const pattern = at(each, 'pattern');
    return pattern === undefined ? [] : [new RegExp(String(pattern), 'u')];
  });
  const longest = Number(at(schema, 'maxLength') ?? 300);
  return fc
    .oneof(fc.constantFrom(...KNOWN), fc.string({ unit: 'binary', minLength: 1, maxLength: 220 }))
    .filter((text) => text.isWellFormed() && length(text) <= longest)
    .filter((text) => patterns.every((pattern) => pattern.test(text)));
}

/** Texts that a schema forbids. */
export function forbidden(schema: Json | undefined): fc.Arbitrary<string> {
  const choices = listAt(schema, 'enum').map(String);
  if (choices.length > 0) return fc.string().filter((text) => !choices.includes(text));
  if (at(schema, 'type') === 'integer') {
    const [min, max] = [Number(at(schema, 'minimum')), Number(at(schema, 'maximum'))];
    const whole = fc.integer().filter((number) => number < min || number > max);
    const words = fc.string().filter((text) => !/^\d+$/.test(text));
    return fc.oneof(
      whole.map(String),
      fc
        .double()
        .map(String)
        .filter((n) => !/^\d+$/.test(n)),
      words,
    );
  }
  const over = Number(at(schema, 'maxLength') ?? 300) + 1;
  const long =
    over > 400
      ? fc.constant('x'.repeat(over))
      : fc.string({ unit: 'grapheme', minLength: over, maxLength: over + 50 });
  return fc.oneof(long, fc.constantFrom('', ' ', '\t\n', '\u3000', '\0', 'a\u001fb'));
}

/** Any text, regardless of a schema. */
const anyText = fc
  .oneof(fc.constantFrom(...KNOWN), fc.string({ unit: 'binary', maxLength: 220 }))
  .filter((text) => text.isWellFormed());

/** Mostly texts that a schema allows, often its example; sometimes any text. */
export function likely(schema: Json | undefined, example?: Json): fc.Arbitrary<string> {
  const isBounded = listAt(schema, 'enum').length > 0 || at(schema, 'type') === 'integer';
  const right = isBounded ? allowed(schema) : anyText;
  const known = example === undefined ? right : fc.constant(String(example));
  return fc.oneof(
    { arbitrary: right, weight: 4 },
    { arbitrary: known, weight: 4 },
    { arbitrary: anyText, weight: 1 },
  );
}

export function addressOf(path: string, values: Values): string {
  const query = Object.entries(values)
    .filter(([name]) => !path.includes(`{${name}}`))
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(values[name] ?? ''),
  );
  return query.length > 0 ? `${filled}?${query.join('&')}` : filled;
}

/** Objects with the fields of a schema, mostly with allowed values, sometimes with anything. */
export function bodies(document: JsonObject, content: Json | undefined): fc.Arbitrary<Json> {
  const schema = at(content, 'schema');
  const reference = String(at(schema, '$ref') ?? '').split('/');
  const found = reference.length > 1 ? at(document, ...reference.slice(1)) : schema;
  const required = listAt(found, 'required').map(String);
  const fields = Object.entries(objectAt(found, 'properties')).map(
    ([name, each]): [string, fc.Arbitrary<Json>] => [
      name,
      fc.oneof(
        { arbitrary: field(each, at(content, 'example', name)), weight: 20 },
        { arbitrary: anything, weight: 1 },
      ),
    ],
  );
  const whole = fc
    .record(Object.fromEntries(fields))
    .chain((values) =>
      fc
        .subarray(Object.keys(values))
        .map((kept): Json => picked(values, new Set([...required, ...kept]))),
    );
  return fc.oneof({ arbitrary: whole, weight: 9 }, { arbitrary: anything, weight: 1 });
}

const picked = (values: JsonObject, names: ReadonlySet<string>): JsonObject =>
  Object.fromEntries(Object.entries(values).filter(([name]) => names.has(name)));

const anything = fc.json({ maxDepth: 3 }).map((text): Json => JSON.parse(text));

function field(schema: Json, example: Json | undefined): fc.Arbitrary<Json> {
  if (at(schema, 'type') === 'array') {
    return fc.array(likely(at(schema, 'items'), listAt(example)[0]), { maxLength: 4 });
  }
  const right: fc.Arbitrary<Json> = example === undefined ? anything : fc.constant(example);
  return fc.oneof(right, likely(schema, example));
}
