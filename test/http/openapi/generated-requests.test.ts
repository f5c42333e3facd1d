// Requests made up from the API description: whatever it allows is answered, whatever it forbids is not.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { author, piece } from '../../support/archive/records.ts';
import { DATABASES } from '../../support/databases/databases.ts';
import { at, type Json, listAt, objectAt } from '../../support/json.ts';
import { judgeOf } from '../../support/openapi/api-judge.ts';
import { found } from '../../support/scenarios.ts';
import { startService } from '../../support/service.ts';
import { rounds } from '../../support/soak.ts';

const ID = 'a0b1c2d3-e4f5-4a6b-8c7d-000000000001';
const KNOWN = ['ada', ID, ID.toUpperCase(), `https://press.example/pieces/${ID}`, 'a', 'headline'];

const PATHS = [
  '/api/public/authors/{slug}',
  '/api/public/authors/search',
  '/api/public/pieces/{id}',
  '/api/public/pieces/recent',
  '/api/public/pieces/search',
];

type Values = { [name: string]: string };

const length = (text: string) => [...text].length;

/** Texts that a schema of the description allows. */
function allowed(schema: Json | undefined): fc.Arbitrary<string> {
  const choices = listAt(schema, 'enum').map(String);
  if (choices.length > 0) return fc.constantFrom(...choices);
  if (at(schema, 'type') === 'integer') {
    const [min, max] = [Number(at(schema, 'minimum')), Number(at(schema, 'maximum'))];
    return fc.integer({ min, max }).map(String);
  }
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

/** Texts that it does not. */
function forbidden(schema: Json | undefined): fc.Arbitrary<string> {
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
  const over = Number(at(schema, 'maxLength')) + 1;
  const long = fc.string({ unit: 'grapheme', minLength: over, maxLength: over + 50 });
  return fc.oneof(long, fc.constantFrom('', ' ', '\t\n', '\u3000', '\0', 'a\u001fb'));
}

function addressOf(path: string, values: Values): string {
  const query = Object.entries(values)
    .filter(([name]) => !path.includes(`{${name}}`))
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  const filled = path.replace(/\{(\w+)\}/, (_, name: string) =>
    encodeURIComponent(values[name] ?? ''),
  );
  return query.length > 0 ? `${filled}?${query.join('&')}` : filled;
}

for (const kind of DATABASES) {
  describe(`requests from the API description, on ${kind}`, async () => {
    const { app, add } = await startService(kind);
    await add(author('ada', { bio: 'A headline writer.' }), piece('ada', { id: ID }));
    const judge = await judgeOf(app);
    const numRuns = rounds(40, 2000);

    for (const path of PATHS) {
      const parameters = listAt(judge.document, 'paths', path, 'get', 'parameters');
      const statuses = Object.keys(objectAt(judge.document, 'paths', path, 'get', 'responses'));
      const entries = parameters.map((each) => [String(at(each, 'name')), each] as const);
      const required = entries.filter(([, each]) => at(each, 'required')).map(([name]) => name);
      const valid = fc.record<Values>(
        Object.fromEntries(entries.map(([name, each]) => [name, allowed(at(each, 'schema'))])),
        { requiredKeys: required },
      );

      test(`${path} answers whatever is allowed as it is described`, async () => {
        await fc.assert(
          fc.asyncProperty(valid, async (values) => {
            const url = addressOf(path, values);
            const { statusCode, body } = await app.inject(url);
            assert.ok(statuses.includes(String(statusCode)), `${url}: ${statusCode} ${body}`);
            const answer: Json = JSON.parse(body);
            if (statusCode === 404 && path.includes('{')) return judge.assertFailure(answer);
            assert.equal(statusCode, 200, `${url}: ${body}`);
            judge.assertSuccess(path, answer);
            if (values['q'] !== undefined) assert.equal(at(answer, 'query'), values['q']);
            if (values['limit'] !== undefined) assert.ok(found(answer).length <= +values['limit']);
          }),
          { numRuns },
        );
      });

      for (const [name, each] of entries.filter(([, each]) => at(each, 'in') === 'query')) {
        test(`${path} refuses a ${name} that is not allowed, and names it`, async () => {
          const wrong = fc.tuple(valid, forbidden(at(each, 'schema')));
          await fc.assert(
            fc.asyncProperty(wrong, async ([values, value]) => {
              const url = addressOf(path, { ...values, [name]: value });
              const { statusCode, body } = await app.inject(url);
              assert.equal(statusCode, 400, `${url}: ${body}`);
              const answer: Json = JSON.parse(body);
              judge.assertFailure(answer);
              const fields = listAt(answer, 'errors').map((error) => at(error, 'field'));
              assert.deepEqual(fields, [name]);
            }),
            { numRuns },
          );
        });
      }
    }
  });
}
