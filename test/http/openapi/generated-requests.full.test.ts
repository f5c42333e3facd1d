// Requests generated from the API description: allowed ones are answered, forbidden ones are refused.

import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import fc from 'fast-check';
import { author, piece } from '../../support/archive/records.ts';
import { DATABASES } from '../../support/databases/databases.ts';
import { at, type Json, listAt, objectAt } from '../../support/json.ts';
import { judgeOf } from '../../support/openapi/api-judge.ts';
import { addressOf, allowed, forbidden, ID, type Values } from '../../support/openapi/generated.ts';
import { found } from '../../support/scenarios.ts';
import { startService } from '../../support/service.ts';
import { noteFigure, rounds } from '../../support/soak.ts';

const PATHS = [
  '/api/public/authors/{slug}',
  '/api/public/authors/{slug}/pieces',
  '/api/public/authors/search',
  '/api/public/pieces/{id}',
  '/api/public/pieces/recent',
  '/api/public/pieces/search',
];

for (const kind of DATABASES) {
  describe(`requests from the API description, on ${kind}`, async () => {
    const { app, add } = await startService(kind);
    await add(author('ada', { bio: 'A headline writer.' }), piece('ada', { id: ID }));
    const judge = await judgeOf(app);
    const numRuns = rounds(40, 2000);
    let requests = 0;
    const ask = (url: string) => {
      requests += 1;
      return app.inject(url);
    };
    after(() => noteFigure(`${kind}: reads, answered as described`, requests, 'at least', 20_000));

    for (const path of PATHS) {
      const parameters = listAt(judge.document, 'paths', path, 'get', 'parameters');
      const statuses = Object.keys(objectAt(judge.document, 'paths', path, 'get', 'responses'));
      const entries = parameters.map((each) => [String(at(each, 'name')), each] as const);
      const required = entries.filter(([, each]) => at(each, 'required')).map(([name]) => name);
      const valid = fc.record<Values>(
        // A made-up cursor is refused, even if its form is right.
        Object.fromEntries(
          entries
            .filter(([name]) => name !== 'cursor')
            .map(([name, each]) => [name, allowed(at(each, 'schema'))]),
        ),
        { requiredKeys: required },
      );

      test(`${path} answers whatever is allowed as it is described`, async () => {
        await fc.assert(
          fc.asyncProperty(valid, async (values) => {
            const url = addressOf(path, values);
            const { statusCode, body } = await ask(url);
            assert.ok(statuses.includes(String(statusCode)), `${url}: ${statusCode} ${body}`);
            const answer: Json = JSON.parse(body);
            if (statusCode === 404 && (path.includes('{') || values['author'] !== undefined))
              return judge.assertFailure(answer);
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
              const { statusCode, body } = await ask(url);
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
