// Requests to every described operation, right and wrong ones: each answer is as the description says, and
// none is a fault.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { InjectOptions } from 'fastify';
import { createKey } from '../../../src/operations/api-keys/api-keys.ts';
import { author, piece } from '../../support/archive/records.ts';
import { DATABASES } from '../../support/databases/databases.ts';
import { at, type Json, type JsonObject, listAt } from '../../support/json.ts';
import { judgeOf } from '../../support/openapi/api-judge.ts';
import { type Described, operationsOf } from '../../support/openapi/described.ts';
import { addressOf, bodies, ID, likely, type Values } from '../../support/openapi/generated.ts';
import { startService } from '../../support/service.ts';
import { noteFigure, rounds } from '../../support/soak.ts';

const RUNS = rounds(8, 650);

/** Values of its parameters, wherever they belong: mostly as they should be, at times anything. */
function parameters({ operation }: Described, place: string): fc.Arbitrary<Values> {
  const fields = listAt(operation, 'parameters')
    .filter((each) => (at(each, 'in') === 'header') === (place === 'header'))
    .map((each) => {
      const any = likely(at(each, 'schema'), at(each, 'example'));
      // Such a segment isn't a value: it leads to another URL.
      const isSegment = (text: string) => !/^\.{0,2}$/.test(text);
      const value = at(each, 'in') === 'path' ? any.filter(isSegment) : any;
      return [String(at(each, 'name')), value] as const;
    });
  const required = listAt(operation, 'parameters')
    .filter((each) => at(each, 'in') === 'path')
    .map((each) => String(at(each, 'name')));
  return fc.record<Values>(Object.fromEntries(fields), {
    requiredKeys: place === 'header' ? [] : required,
  });
}

/** The characters of a text that HTTP allows in a header. */
const asHeader = (text: string) => text.replaceAll(/[^\x20-\x7e]/g, '').trim();

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

function requests(
  document: JsonObject,
  described: Described,
  key: string,
): fc.Arbitrary<InjectOptions & { url: string }> {
  const { path, operation } = described;
  const method = METHODS.find((each) => each === described.method);
  assert.ok(method, `${described.method} ${path} is sent by no request`);
  const content = at(operation, 'requestBody', 'content', 'application/json');
  const keys = fc.constantFrom(`Bearer ${key}`, `Bearer ${key}`, 'Bearer pk_live_0', undefined);
  const body: fc.Arbitrary<Json | undefined> =
    content === undefined ? fc.constant(undefined) : bodies(document, content);
  return fc
    .tuple(parameters(described, 'url'), parameters(described, 'header'), keys, body)
    .map(([values, headers, authorization, payload]) => ({
      method,
      url: addressOf(path, values),
      headers: {
        ...Object.fromEntries(
          Object.entries(headers).map(([name, text]) => [name.toLowerCase(), asHeader(text)]),
        ),
        ...(path.startsWith('/api/v1/') && authorization && { authorization }),
        ...(payload !== undefined && { 'content-type': 'application/json' }),
      },
      ...(payload !== undefined && { payload: JSON.stringify(payload) }),
    }));
}

for (const kind of DATABASES) {
  describe(`requests to every described operation, on ${kind}`, () => {
    test('are answered as described, and never with a fault', async () => {
      const { app, add, context } = await startService(kind, { RATE_LIMITS: 'off' });
      await add(author('ada', { bio: 'A headline writer.' }), piece('ada', { id: ID }));
      const made = { writer: 'ada', name: 'any', scope: 'pieces:write', expiresAt: null } as const;
      const { key } = await createKey(context, made);
      const judge = await judgeOf(app);
      const statuses: { [status: string]: number } = {};
      for (const described of operationsOf(judge.document)) {
        await fc.assert(
          fc.asyncProperty(requests(judge.document, described, key), async (request) => {
            const { statusCode, headers, body } = await app.inject(request);
            statuses[statusCode] = (statuses[statusCode] ?? 0) + 1;
            const what = `${request.method} ${request.url}: ${statusCode} ${body}`;
            assert.ok(statusCode < 500 || (statusCode === 503 && headers['retry-after']), what);
            const answer = { method: described.method, status: statusCode, headers, body };
            assert.deepEqual(judge.faultsOf(described.path, answer), [], what);
          }),
          { numRuns: RUNS },
        );
      }
      const total = Object.values(statuses).reduce((sum, count) => sum + count, 0);
      noteFigure(`${kind}: requests to every operation, as described`, total, 'at least', 14_000);
      noteFigure(`${kind}: drafts made by them`, statuses[201] ?? 0, 'at least', 10);
      assert.ok((statuses[200] ?? 0) > 0, JSON.stringify(statuses));
    });
  });
}
