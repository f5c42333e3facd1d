// Last-Modified: sent for display, exact to the second, and never used in place of the ETag.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { author, piece } from '../support/archive/records.ts';
import { DATABASES_IN_FULL } from '../support/databases/databases.ts';
import { idOf, startEditing } from '../support/desk/editing.ts';
import { at, type Json } from '../support/json.ts';
import { startService } from '../support/service.ts';

const ID = 'a0b1c2d3-e4f5-4a6b-8c7d-000000000001';
const CHANGED = '2026-05-03T04:05:06.789Z';
const SAID = 'Sun, 03 May 2026 04:05:06 GMT';

const DATED = [
  `/api/public/pieces/${ID}`,
  '/author/ada/bridges',
  '/author/ada/bridges.md',
  ...['', '/author/ada', '/category/building'].flatMap((folder) => [
    `${folder}/feed.json`,
    `${folder}/feed.xml`,
  ]),
];
const UNDATED = ['/author/bob/feed.json', '/category/civic/feed.xml', '/api/public/pieces/recent'];

for (const kind of DATABASES_IN_FULL) {
  describe(`when something was changed, on ${kind}`, async () => {
    const { app, add } = await startService(kind);
    await add(
      author('ada'),
      author('bob'),
      piece('ada', { id: ID, slug: 'bridges', modified_at: CHANGED }),
      piece('ada', { headline: 'Older', published_at: '2026-05-02T00:00:00Z' }),
    );

    for (const url of DATED) {
      test(`is said at ${url}, whatever is cached`, async () => {
        for (const headers of [{}, { 'accept-encoding': 'br' }, {}]) {
          const answer = await app.inject({ url, headers });
          assert.equal(answer.statusCode, 200);
          assert.equal(answer.headers['last-modified'], SAID);
          const etag = String(answer.headers.etag);
          const known = await app.inject({ url, headers: { ...headers, 'if-none-match': etag } });
          assert.deepEqual([known.statusCode, known.headers['last-modified']], [304, SAID]);
          const other = { ...headers, 'if-none-match': '"x"', 'if-modified-since': SAID };
          assert.equal((await app.inject({ url, headers: other })).statusCode, 200);
        }
        const head = await app.inject({ method: 'HEAD', url });
        assert.equal(head.headers['last-modified'], SAID);
      });
    }

    test('is not said where nothing has a time of its own', async () => {
      for (const url of UNDATED) {
        assert.equal((await app.inject(url)).headers['last-modified'], undefined, url);
      }
    });
  });

  test(`an edit within the same second is not hidden by its time, on ${kind}`, async () => {
    const { gate, writer, piece: newPiece, save } = await startEditing(kind);
    const page = await newPiece();
    await writer.submit(`${page}/publish`, { version: '1' });
    const url = `/api/public/pieces/${idOf(page)}`;
    const first = await gate.app.inject(url);
    const since = String(first.headers['last-modified']);
    await save(page, 1, { headline: 'Another headline' });
    gate.clock.advance(-60_000 + 300);
    await writer.submit(`${page}/publish`, { version: '2' });
    const headers = { 'if-modified-since': since };
    const second = await gate.app.inject({ url, headers });
    assert.equal(second.statusCode, 200);
    assert.equal(second.headers['last-modified'], since, 'it is the same second');
    assert.equal(at(second.json<Json>(), 'piece', 'title'), 'Another headline');
    const known = { ...headers, 'if-none-match': String(second.headers.etag) };
    assert.equal((await gate.app.inject({ url, headers: known })).statusCode, 304);
  });
}
