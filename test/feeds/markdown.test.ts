// The Markdown of a piece: as it was written, with facts in front that our own importer reads.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { splitFrontMatter } from '../../src/operations/file-import/front-matter.ts';
import { readMarkdown } from '../../src/operations/file-import/read-markdown.ts';
import { author, piece } from '../support/archive/records.ts';
import { DATABASES_IN_FULL } from '../support/databases/databases.ts';
import { startService } from '../support/service.ts';

const ID = 'a0b1c2d3-e4f5-4a6b-8c7d-000000000001';

const HEADLINE = 'She said: "yes" # no\n--- - [a] {b} & *c* \u2028 👩‍👧';
const BODY =
  '---\ntitle: another\n---\n\n# A *heading*\n\n| a | b |\n|---|---|\n\n```yaml\n---\n```\n';

for (const kind of DATABASES_IN_FULL) {
  describe(`the Markdown of a piece, on ${kind}`, async () => {
    const service = await startService(kind);
    const { app } = service;
    await service.add(
      author('ada', {
        name: 'Ada: "of" Lovelace',
        slugs: [
          { slug: 'countess', since: '2026-01-01T00:00:00.000Z' },
          { slug: 'ada', since: '2026-01-02T00:00:00.000Z' },
        ],
      }),
      piece('ada', {
        id: ID,
        headline: HEADLINE,
        sub: 'null',
        body_md: BODY,
        category: 'ideas',
        tags: ['true', '1.0', "it's, so"],
        locale: 'no',
        slug: 'größe-漢',
        slugs: [
          { slug: 'first', since: '2026-01-01T00:00:00.000Z' },
          { slug: 'größe-漢', since: '2026-01-02T00:00:00.000Z' },
        ],
      }),
      piece('ada', { headline: 'A draft', status: 'draft', published_at: undefined }),
    );
    const page = `/author/ada/${encodeURIComponent('größe-漢')}`;

    test('is sent as Markdown, open to all, with a tag and the way to the page', async () => {
      const answer = await app.inject(`${page}.md`);
      assert.equal(answer.statusCode, 200);
      assert.equal(answer.headers['content-type'], 'text/markdown; charset=utf-8');
      assert.equal(answer.headers['access-control-allow-origin'], '*');
      assert.equal(answer.headers.link, `<https://press.example${page}>; rel="canonical"`);
      const etag = String(answer.headers.etag);
      const again = await app.inject({ url: `${page}.md`, headers: { 'if-none-match': etag } });
      assert.equal(again.statusCode, 304);
    });

    test('is read back by our own importer, word for word', async () => {
      const { body } = await app.inject(`${page}.md`);
      const found = readMarkdown(body);
      assert.deepEqual(found.leftOut, []);
      assert.equal(found.body, BODY);
      assert.deepEqual(found.given, {
        headline: HEADLINE,
        sub: 'null',
        category: 'ideas',
        tags: ['true', '1.0', "it's, so"],
        style: 'essay',
        locale: 'no',
      });
      const { values } = splitFrontMatter(body);
      assert.equal(values.get('author'), 'Ada: "of" Lovelace');
      assert.equal(values.get('date'), '2026-05-01T00:00:00.000Z');
      assert.equal(values.get('url'), `https://press.example${page}`);
      assert.equal(values.get('id'), `https://press.example/pieces/${ID}`);
    });

    test('is announced on the page', async () => {
      const { body } = await app.inject(page);
      const link = `<link rel="alternate" type="text/markdown" href="https://press.example${page}.md"`;
      assert.ok(body.includes(link));
    });

    for (const old of ['/author/ada/first', `/author/countess/${encodeURIComponent('größe-漢')}`]) {
      test(`${old}.md leads to where it is today`, async () => {
        const answer = await app.inject(`${old}.md?from=a?b&c=%C3%A9`);
        assert.equal(answer.statusCode, 301);
        assert.equal(answer.headers.location, `${page}.md?from=a?b&c=%C3%A9`);
      });
    }

    for (const none of ['nothing', 'a-draft', 'a.b', '%00']) {
      test(`${none}.md is not there`, async () => {
        assert.equal((await app.inject(`/author/ada/${none}.md`)).statusCode, 404);
      });
    }
  });
}
