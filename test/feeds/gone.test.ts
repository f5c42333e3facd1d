// An unpublished piece immediately disappears from everything that programs read, and so does its tag.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { reinstateWriter, suspendWriter } from '../../src/operations/accounts/writers.ts';
import { DATABASES_IN_FULL } from '../support/databases/databases.ts';
import { leadsTo } from '../support/desk/desk-browser.ts';
import { startEditing } from '../support/desk/editing.ts';

const WORDS = 'quixotic';
const PAGE = '/author/ada/headline-quixotic';

const LISTS = [
  ...['/feed.json', '/feed.xml', '/category/building/feed.json', '/category/building/feed.xml'],
  ...['/author/ada/feed.json', '/author/ada/feed.xml', '/llms.txt', '/sitemap.xml'],
];
const OWN = [`${PAGE}.md`, `/oembed?url=${encodeURIComponent(`https://press.example${PAGE}`)}`];

for (const kind of DATABASES_IN_FULL) {
  describe(`what is taken back, on ${kind}`, async () => {
    const { gate, writer, piece } = await startEditing(kind);
    const page = await piece(WORDS);
    const tags = new Map<string, string>();

    async function isThere(): Promise<void> {
      for (const url of [...LISTS, ...OWN]) {
        const { statusCode, body, headers } = await gate.app.inject(url);
        assert.equal(statusCode, 200, url);
        assert.ok(body.includes(WORDS), url);
        if (headers.etag) tags.set(url, String(headers.etag));
      }
    }

    async function isGone(authorIsGone: boolean): Promise<void> {
      for (const url of [...LISTS, ...OWN]) {
        const etag = tags.get(url);
        const headers = etag ? { 'if-none-match': etag } : {};
        const { statusCode, body } = await gate.app.inject({ url, headers });
        const isMissing = OWN.includes(url) || (authorIsGone && url.startsWith('/author/'));
        assert.equal(statusCode, isMissing ? 404 : 200, url);
        assert.ok(!body.includes(WORDS), url);
      }
    }

    test('is not there before it is published', () => isGone(false));

    test('goes with a suspension and comes back with its end', async () => {
      leadsTo(await writer.submit(`${page}/publish`, { version: '1' }));
      await isThere();
      await suspendWriter(gate.context, 'ada');
      await isGone(true);
      await reinstateWriter(gate.context, 'ada');
      await isThere();
    });

    test('goes when its writer takes it back', async () => {
      const again = await gate.app.inject('/feed.json');
      assert.equal(tags.get('/feed.json'), again.headers.etag);
      const ada = { email: 'ada@press.example', password: 'the password of ada' };
      leadsTo(await writer.submit('/desk/sign-in', ada));
      leadsTo(await writer.submit(`${page}/unpublish`));
      await isGone(false);
    });
  });
}
