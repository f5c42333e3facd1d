// Writers' input that is difficult for other programs: URLs that are not URIs, characters that XML doesn't allow.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { strictUri } from '../../src/rendering/text/strict-uri.ts';
import { author, piece, product } from '../support/archive/records.ts';
import { DATABASES_IN_FULL } from '../support/databases/databases.ts';
import { at, type Json, listAt } from '../support/json.ts';
import { isUri } from '../support/openapi/api-judge.ts';
import { read } from '../support/scenarios.ts';
import { type Service, startService } from '../support/service.ts';
import { callTool } from '../support/tool-messages.ts';
import { readJson, readRss } from './parsed.ts';

/** URLs that browsers open but the grammar of URIs refuses, and the equivalent URI. */
const URLS: [given: string, uri: string][] = [
  ['https://a.example/%zz', 'https://a.example/%25zz'],
  ['https://a.example/100%', 'https://a.example/100%25'],
  ['https://a.example/a#b#c', 'https://a.example/a#b%23c'],
  ['https://a.example/[x]', 'https://a.example/%5Bx%5D'],
  ['https://a.example/?a[]=1&b=%', 'https://a.example/?a%5B%5D=1&b=%25'],
  ['https://a@b@a.example/', 'https://a%40b@a.example/'],
  ['https://a.example/#[%4]', 'https://a.example/#%5B%254%5D'],
  ['https://[2001:db8::1]:8443/[x]', 'https://[2001:db8::1]:8443/%5Bx%5D'],
  ['https://a.example/a%20b?c=%C3%A9#d', 'https://a.example/a%20b?c=%C3%A9#d'],
];

const idOf = (last: number) => `a0b1c2d3-e4f5-4a6b-8c7d-${String(last).padStart(12, '0')}`;
const DESCRIPTION = 'Bridges & <ropes> say "hello"';
const ODD = 'a\uFFFEb\uFFFFc';

const jsonAt = async ({ app }: Service, url: string): Promise<Json> =>
  (await app.inject(url)).json();

for (const kind of DATABASES_IN_FULL) {
  describe(`feeds and records of awkward values, on ${kind}`, async () => {
    const service = await startService(kind);
    await service.add(
      ...URLS.flatMap(([url], index) => [
        author(`w${index}`, {
          avatar_url: url,
          website: url,
          socials: { x: url, newsletter: url },
        }),
        piece(`w${index}`, { id: idOf(index), external_url: url, headline: `Piece ${index}` }),
        product(`w${index}`, { id: idOf(index), payment_url: url, image_url: url }),
      ]),
      author('ada', { name: ODD, bio: DESCRIPTION }),
      piece('ada', {
        id: idOf(99),
        headline: ODD,
        sub: ODD,
        body_md: `${ODD} [here](/x)`,
        tags: [ODD],
      }),
    );

    for (const [index, [url, uri]] of URLS.entries()) {
      test(`${url} is given out as ${uri}`, async () => {
        assert.ok(isUri(uri), uri);
        const piece = at(await read(service, `/api/public/pieces/${idOf(index)}`), 'piece');
        assert.equal(at(piece, 'external_url'), uri);
        assert.equal(at(listAt(piece, 'authors')[0], 'avatar'), uri);
        const author = at(await read(service, `/api/public/authors/w${index}`), 'author');
        assert.deepEqual(
          [at(author, 'avatar_url'), at(author, 'website'), at(author, 'socials', 'x')],
          [uri, uri, uri],
        );
        const hits = listAt(
          await read(service, `/api/public/authors/search?q=w${index}`),
          'results',
        );
        assert.equal(at(hits[0], 'avatar_url'), uri);
        const feed = await jsonAt(service, `/author/w${index}/feed.json`);
        readJson(JSON.stringify(feed));
        assert.deepEqual([at(feed, 'icon'), at(listAt(feed, 'authors')[0], 'avatar')], [uri, uri]);
        assert.equal(at(listAt(feed, 'items')[0], 'external_url'), uri);
        const { body } = await callTool(service.app, 'get_product', { id: idOf(index) });
        const sold = at(body, 'result', 'structuredContent', 'product');
        assert.deepEqual([at(sold, 'payment_url'), at(sold, 'image_url')], [uri, uri]);
        const page = await service.app.inject(at(piece, 'url')?.toString().slice(21) ?? '');
        assert.match(
          page.body,
          new RegExp(`rel="canonical" href="${RegExp.escape(uri.replaceAll('&', '&amp;'))}"`),
        );
      });
    }

    test('the feed of everybody is strictly valid, in both formats', async () => {
      const feed = await service.app.inject('/feed.json');
      readJson(feed.body);
      readRss((await service.app.inject('/feed.xml')).body);
    });

    test('the description of a channel is escaped once', async () => {
      const { body } = await service.app.inject('/author/ada/feed.xml');
      const [channel = ''] = body.split('<item>');
      assert.match(channel, /<description>Bridges &amp; &lt;ropes&gt; say &quot;hello&quot;</);
      assert.equal(at(await jsonAt(service, '/author/ada/feed.json'), 'description'), DESCRIPTION);
    });

    test('U+FFFE and U+FFFF are in JSON as they were given, and not in XML', async () => {
      const feed = await jsonAt(service, '/author/ada/feed.json');
      const [item] = listAt(feed, 'items');
      assert.equal(at(feed, 'title'), `${ODD} · Standfirst`);
      assert.deepEqual(
        [at(item, 'title'), at(item, 'summary'), listAt(item, 'tags')[0]],
        [ODD, ODD, ODD],
      );
      assert.equal(at(item, 'content_text'), `${ODD} here`);
      assert.match(
        String(at(item, 'content_html')),
        new RegExp(`<p>${ODD} <a href="https://press.example/x"`),
      );
      assert.equal(at(listAt(item, 'authors')[0], 'name'), ODD);
      const record = at(await read(service, `/api/public/pieces/${idOf(99)}`), 'piece');
      for (const field of ['title', 'summary', 'content_text'] as const) {
        assert.equal(at(record, field), at(item, field), field);
      }
      readRss((await service.app.inject('/author/ada/feed.xml')).body);
    });
  });
}

test('whatever a browser takes for a URL becomes a URI, and a URI stays as it is', () => {
  const part = fc.string({ unit: fc.constantFrom(..."ab1%2f[]#@:/?&=+~'!()"), maxLength: 12 });
  const url = part.map((rest) => `https://a.example/${rest}`);
  fc.assert(
    fc.property(url, (given) => {
      const uri = strictUri(given);
      assert.ok(isUri(uri), uri);
      assert.equal(strictUri(uri), uri);
      if (isUri(given)) assert.equal(uri, given);
      const [one, two] = [new URL(given), new URL(uri)];
      assert.equal(
        two.pathname.replaceAll('%25', '%'),
        one.pathname.replaceAll('[', '%5B').replaceAll(']', '%5D').replaceAll('%25', '%'),
      );
    }),
  );
});
