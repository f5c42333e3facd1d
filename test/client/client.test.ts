// The client over real HTTP: failures as they are typed, requests given up, and a fetch of one's own.

import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after, test } from 'node:test';
import { Standfirst } from '../../clients/typescript/src/client.ts';
import { ApiError } from '../../clients/typescript/src/errors.ts';
import { ERRORS } from '../../src/errors.ts';
import { RATES } from '../../src/schemas/limits.ts';
import { freePort } from '../support/postgres-server.ts';
import { serveDesk } from '../support/served-desk.ts';

const { base } = await serveDesk();
const standfirst = new Standfirst(`${base}/`);

const failureOf = (asked: Promise<unknown>): Promise<ApiError> =>
  asked.then(
    () => assert.fail('It did not fail.'),
    (error) => {
      assert.ok(error instanceof ApiError, String(error));
      return error;
    },
  );

test('what is refused says which fields, and why', async () => {
  const { status, errors, reason, retryAfter, requestId } = await failureOf(
    standfirst.searchAuthors({ q: ' ', limit: 99 }),
  );
  assert.equal(status, 400);
  assert.deepEqual(errors.map(({ field }) => field).sort(), ['limit', 'q']);
  assert.match(reason, /2 fields/);
  assert.deepEqual([retryAfter, requestId], [null, null]);
});

test('what is not there, and what a key may not do, has the words of the service', async () => {
  const missing = await failureOf(standfirst.getAuthor({ slug: 'a/b?c' }));
  assert.deepEqual([missing.status, missing.reason], [404, ERRORS.author_not_found.reason]);
  const stranger = new Standfirst(base, { key: `pk_live_${'0'.repeat(64)}` });
  const refused = await failureOf(stranger.createPiece({ headline: 'A', body_md: 'B' }));
  assert.deepEqual([refused.status, refused.reason], [403, ERRORS.key_refused.reason]);
});

test('drafting without a key fails before anything is sent', async () => {
  const asked = new Standfirst(base, { fetch: () => assert.fail('sent') });
  await assert.rejects(asked.listMyPieces(), TypeError);
  await assert.rejects(asked.createPiece({ headline: 'A', body_md: 'B' }), TypeError);
});

test('who asks too often is told when to come again', async () => {
  // One with a forwarding header is counted even on loopback.
  const counted = new Standfirst(base, {
    fetch: (url, init) =>
      fetch(url, {
        ...init,
        headers: { ...Object(init?.headers), 'x-forwarded-for': '203.0.113.9' },
      }),
  });
  const asked = Array.from({ length: RATES.read.max + 1 }, () =>
    counted.getPiece({ id: 'nothing' }).catch((error: unknown) => error),
  );
  const refused = (await Promise.all(asked)).find(
    (error) => error instanceof ApiError && error.status === 429,
  );
  assert.ok(refused instanceof ApiError);
  assert.ok(refused.retryAfter !== null && refused.retryAfter > 0);
});

test('a request can be given up', async () => {
  const aborted = AbortSignal.abort();
  await assert.rejects(standfirst.recentPieces({}, { signal: aborted }), { name: 'AbortError' });
});

test('what something between here and the service answers is a failure too', async () => {
  const port = await freePort();
  const proxy = createServer((_request, response) => {
    response.writeHead(502, 'Bad Gateway').end('<h1>Bad gateway</h1>');
  });
  proxy.listen(port, '127.0.0.1');
  after(() => proxy.close());
  const { status, reason } = await failureOf(
    new Standfirst(`http://127.0.0.1:${port}`).recentPieces(),
  );
  assert.deepEqual([status, reason], [502, 'Bad Gateway']);
});
