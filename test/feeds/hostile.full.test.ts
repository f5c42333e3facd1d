// Feeds stay readable with any text in a piece, in a name or in the settings.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Feed } from '../../src/operations/feeds/feeds.ts';
import { feedContent } from '../../src/operations/feeds/feeds.ts';
import { storedContent } from '../../src/rendering/stored-content.ts';
import { jsonFeed } from '../../src/surfaces/feeds/json-feed.ts';
import { rss } from '../../src/surfaces/feeds/rss.ts';
import { rounds } from '../support/soak.ts';
import { alike, readJson, readRss } from './parsed.ts';

const SETTINGS = { baseUrl: 'https://press.example', language: 'en', hub: null, license: '' };

const fragment = fc.oneof(
  fc.constantFrom(
    ...[']]>', '<![CDATA[', '</item>', '<item>', '&', '&amp;', '&#0;', '&#xFFFF;', '<!--', '-->'],
    ...['\u0000', '\u0008', '\u000B', '\u000C', '\u001F', '\u007F', '\u0085', '\uFFFE', '\uFFFF'],
    ...['\uD800', '\uDFFF', '\uDFFF\uD800', '👩‍👩‍👧', '\u202E', '\u200F', 'نور', '漢', '"', "'"],
    ...['\t', '\n', '\r', '\r\n', '\u2028', '<?xml', '?>', '<', '>', '\\', '%00', '{{', 'null'],
  ),
  fc.string({ unit: 'binary', maxLength: 6 }),
  // Halves of pairs, in any order.
  fc
    .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 4 })
    .map((codes) => String.fromCharCode(...codes)),
);

/** With a word at either end: readers of feeds trim, and what trims to nothing is nothing. */
const text = fc.array(fragment, { maxLength: 6 }).map((parts) => `a${parts.join('')}z`);

const PAGE = 'https://press.example/author/ada/0';

const item = fc.record({ title: text, summary: text, html: text, name: text, tag: text });

const feed = fc
  .record({ title: text, description: text, items: fc.array(item, { maxLength: 4 }) })
  .map(
    ({ title, description, items }): Feed => ({
      title,
      description,
      home: 'https://press.example/',
      json: 'https://press.example/feed.json',
      rss: 'https://press.example/feed.xml',
      aiUses: {},
      isAnnounced: true,
      author: null,
      before: null,
      older: null,
      locale: null,
      changedAt: undefined,
      items: items.map((each, at) => ({
        locale: 'en',
        etag: '',
        content: feedContent(storedContent({ html: each.html, text: each.html }), PAGE),
        markdown: `https://press.example/author/ada/${at}.md`,
        piece: {
          id: `https://press.example/pieces/${at}`,
          url: `https://press.example/author/ada/${at}`,
          title: each.title,
          summary: each.summary,
          date_published: '2026-05-01T00:00:00.000Z',
          date_modified: '2026-05-01T00:00:00.000Z',
          tags: [each.tag],
          category: 'civic',
          kind: each.name,
          authors: [
            {
              name: each.name,
              slug: 'ada',
              url: 'https://press.example/author/ada',
              avatar: null,
              identity_verified: false,
            },
          ],
        },
      })),
    }),
  );

test('both formats are valid and say the same', () => {
  fc.assert(
    fc.property(feed, (given) => {
      const json = readJson(jsonFeed(given, SETTINGS).body);
      assert.equal(json.items.length, given.items.length);
      assert.deepEqual(alike(readRss(rss(given, SETTINGS).body)), alike(json));
    }),
    { numRuns: rounds(300, 20_000) },
  );
});
