// Compression: sent if the client accepts it, with a separate ETag for each encoding.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { author, piece } from '../../support/archive/records.ts';
import { DATABASES_IN_FULL } from '../../support/databases/databases.ts';
import { startService } from '../../support/service.ts';

const ID = 'a0b1c2d3-e4f5-4a6b-8c7d-000000000001';
const LARGE = `/api/public/pieces/${ID}`;

/** An Accept-Encoding header, and what must come back. */
const CASES: [header: string | undefined, encoding: 'br' | 'gzip' | undefined][] = [
  [undefined, undefined],
  ['', undefined],
  ['identity', undefined],
  ['gzip', 'gzip'],
  ['br', 'br'],
  ['gzip, br', 'br'],
  ['br, gzip', 'br'],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, deflate', 'gzip'],
  ['deflate', undefined],
  ['compress, zstd', undefined],
  ['*', 'br'],
  ['gzip;q=0', undefined],
  ['br;q=0', undefined],
  ['br;q=0, gzip', 'gzip'],
  ['gzip;q=0, br', 'br'],
  ['br;q=0.0, gzip;q=0.000', undefined],
  ['*;q=0', undefined],
  ['gzip, *;q=0', 'gzip'],
  ['identity, *;q=0', undefined],
  ['br;q=0.2, gzip;q=0.8', 'gzip'],
  ['br;q=0.8, gzip;q=0.2', 'br'],
  ['identity;q=1, gzip;q=0.5', undefined],
  ['identity;q=0.5, gzip;q=1', 'gzip'],
  ['identity;q=0, gzip', 'gzip'],
  ['  gzip ; q=0.5 ,  br ; q=0.1 ', 'gzip'],
  ['GZIP', 'gzip'],
  ['BR;Q=1', 'br'],
  ['gzip;q=nonsense', undefined],
  [',,;', undefined],
];

const DECODERS = { br: brotliDecompressSync, gzip: gunzipSync };

for (const kind of DATABASES_IN_FULL) {
  describe(`compression, on ${kind}`, async () => {
    const { app, add } = await startService(kind);
    const body_md = 'Words that come again and again, ünd 橋 🦊 too.\n\n'.repeat(100);
    await add(author('ada'), piece('ada', { id: ID, body_md }));
    const plain = await app.inject(LARGE);

    for (const [header, encoding] of CASES) {
      test(`${header ?? 'no header'} is answered with ${encoding ?? 'plain text'}`, async () => {
        const headers = header === undefined ? {} : { 'accept-encoding': header };
        const answer = await app.inject({ url: LARGE, headers });
        assert.equal(answer.statusCode, 200);
        assert.equal(answer.headers['content-encoding'], encoding);
        assert.equal(answer.headers['content-type'], 'application/json; charset=utf-8');
        assert.equal(answer.headers['content-length'], String(answer.rawPayload.length));
        assert.match(String(answer.headers.vary), /\baccept-encoding\b/i);
        const bytes = answer.rawPayload;
        const decoded = encoding === undefined ? bytes : DECODERS[encoding](bytes);
        assert.equal(decoded.toString('utf8'), plain.body);
        if (encoding) assert.ok(bytes.length < plain.rawPayload.length);
      });
    }

    test('each encoding has a tag of its own, and is unchanged only to whoever has that one', async () => {
      const encodings = ['identity', 'gzip', 'br'];
      const ask = (encoding: string, tag = '"none"') =>
        app.inject({
          url: LARGE,
          headers: { 'accept-encoding': encoding, 'if-none-match': tag },
        });
      const tags = await Promise.all(
        encodings.map(async (encoding) => String((await ask(encoding)).headers.etag)),
      );
      assert.equal(new Set(tags).size, 3);
      for (const tag of tags) assert.match(tag, /^"[^"]+"$/);
      for (const [at, encoding] of encodings.entries()) {
        for (const [other, tag] of tags.entries()) {
          const { statusCode, headers } = await ask(encoding, tag);
          assert.equal(statusCode, at === other ? 304 : 200, `${encoding} against ${tag}`);
          assert.equal(headers.etag, tags[at]);
        }
      }
    });

    test('HEAD says what GET would send, encoded', async () => {
      for (const encoding of ['gzip', 'br']) {
        const headers = { 'accept-encoding': encoding };
        const get = await app.inject({ url: LARGE, headers });
        const head = await app.inject({ method: 'HEAD', url: LARGE, headers });
        for (const name of ['etag', 'content-encoding', 'content-length', 'content-type', 'vary']) {
          assert.equal(head.headers[name], get.headers[name], name);
        }
        assert.equal(head.body, '');
      }
    });

    test('a failure can be read by everyone', async () => {
      const answer = await app.inject({
        url: '/api/public/pieces/nothing',
        headers: { 'accept-encoding': 'br' },
      });
      assert.equal(answer.headers['content-encoding'], undefined);
      assert.equal(answer.json<{ ok: boolean }>().ok, false);
    });
  });
}
