// /embed/{slug}/data.json and /embed.js: what they hold, and that any site may have them.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { author, piece } from '../support/archive/records.ts';
import { DATABASES_IN_FULL } from '../support/databases/databases.ts';
import { at, type Json, listAt } from '../support/json.ts';
import { startService } from '../support/service.ts';

const MOST_BYTES = 5 * 1024;

for (const kind of DATABASES_IN_FULL) {
  describe(`the data of widgets on ${kind}`, async () => {
    const { app, add } = await startService(kind);
    await add(
      author('ada', {
        name: 'Ada',
        slugs: [
          { slug: 'old', since: '2026-01-01T00:00:00.000Z' },
          { slug: 'ada', since: '2026-01-02T00:00:00.000Z' },
        ],
      }),
      author('eve'),
      ...Array.from({ length: 25 }, (_, day) =>
        piece('ada', {
          headline: `Piece ${day}`,
          published_at: new Date(Date.UTC(2026, 1, day + 1)).toISOString(),
        }),
      ),
      piece('ada', { status: 'draft', headline: 'A draft', published_at: undefined }),
      piece('eve', { headline: 'Another’s' }),
    );

    test('is the author as the API has them, and their 20 newest pieces', async () => {
      const { author: known } = (await app.inject('/api/public/authors/ada')).json<{
        author: Json;
      }>();
      const answer: Json = (await app.inject('/embed/ada/data.json')).json();
      assert.deepEqual(at(answer, 'author'), known);
      const titles = listAt(answer, 'items').map((item) => at(item, 'title'));
      const newest = Array.from({ length: 20 }, (_, back) => `Piece ${24 - back}`);
      assert.deepEqual(titles, newest);
    });

    test('answers for an old slug, and for nobody with 404', async () => {
      const old = await app.inject('/embed/old/data.json');
      assert.equal(old.statusCode, 200);
      assert.equal(at(old.json<Json>(), 'author', 'slug'), 'ada');
      const nobody = await app.inject('/embed/nobody/data.json');
      assert.equal(nobody.statusCode, 404);
      assert.equal(nobody.headers['access-control-allow-origin'], '*');
      assert.equal(nobody.json<{ ok: boolean }>().ok, false);
    });

    for (const url of ['/embed/ada/data.json', '/embed.js']) {
      test(`${url} is free for other sites, and asked about by its tag`, async () => {
        const { statusCode, headers } = await app.inject(url);
        assert.equal(statusCode, 200);
        assert.equal(headers['access-control-allow-origin'], '*');
        assert.equal(headers['cross-origin-resource-policy'], 'cross-origin');
        assert.equal(headers['x-content-type-options'], 'nosniff');
        assert.equal(headers['cache-control'], 'public, no-cache');
        const asked = { url, headers: { 'if-none-match': String(headers.etag) } };
        assert.equal((await app.inject(asked)).statusCode, 304);
      });
    }
  });
}

test('the script is small, and makes no code and no HTML of what it reads', async () => {
  const { app } = await startService('sqlite');
  const answer = await app.inject({ url: '/embed.js', headers: { 'accept-encoding': 'gzip' } });
  assert.match(String(answer.headers['content-type']), /^application\/javascript/);
  assert.equal(answer.headers['content-encoding'], 'gzip');
  const bytes = answer.rawPayload.length;
  assert.ok(bytes <= MOST_BYTES, `${bytes} bytes`);
  const text = String(gunzipSync(answer.rawPayload));
  // Internals of the service must not be in scripts on other people's pages.
  assert.doesNotMatch(text, /building|approved|contrarian|pieces:write|currency|localhost/i);
  assert.doesNotMatch(text, /innerHTML|insertAdjacentHTML|\beval\b|new Function|document\.write/);
});
