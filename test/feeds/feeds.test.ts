// Feeds of the site, an author, a category and a tag: valid, alike in both formats, whole, and up to date.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { reinstateWriter, suspendWriter } from '../../src/operations/accounts/writers.ts';
import { author, piece } from '../support/archive/records.ts';
import { DATABASES_IN_FULL } from '../support/databases/databases.ts';
import { type Service, startService } from '../support/service.ts';
import { alike, readJson, readRss } from './parsed.ts';

const BASE = 'https://press.example';
const FOLDERS = ['', '/author/ada', '/category/civic'];
const TAGS = ['/tag/a%20%26%20b', '/tag/%3Cc%3E'];
const NOBODY = '00000000-0000-4000-8000-000000000000';
const day = (at: number) => new Date(Date.UTC(2026, 0, 1) + at * 86_400_000).toISOString();

/** Text that breaks what is put together carelessly. */
const HOSTILE = [
  ['The end of CDATA', ']]> <![CDATA[ ]]>'],
  ['Markup', '</item></channel></rss><script>alert(1)</script>'],
  ['References', '&amp; &lt; &#12; &#xD800; &nbsp; & && &;'],
  ['Emoji 👩‍👩‍👧 🏳️‍🌈 𠮷', '👍🏽 \u{10FFFF} \uFFFE \uFFFF \u2028 \u2029'],
  ['نور حداد \u202E txt', 'العربية \u200F(abc)\u200E'],
  ['"Quotes" \'and\' \\ back', '--> <!-- ?> <?xml'],
  ['Line\r\nends\tand\ntabs', 'a\r\n\r\nb'],
] as const;

const textOf = async ({ app }: Service, url: string) => {
  const answer = await app.inject(url);
  assert.equal(answer.statusCode, 200, `${url}: ${answer.body}`);
  return answer.body;
};

async function bothOf(service: Service, folder: string, query = '') {
  const json = readJson(await textOf(service, `${folder}/feed.json${query}`));
  const rss = readRss(await textOf(service, `${folder}/feed.xml${query}`));
  assert.deepEqual(alike(rss), alike(json));
  return { json, rss };
}

/** Every title, page after page, with something done between two pages. */
async function follow(
  service: Service,
  format: 'json' | 'xml',
  folder: string,
  meanwhile: () => Promise<void> = async () => {},
) {
  const titles: string[] = [];
  const seen = new Set<string>();
  let next: string | null = `${BASE}${folder}/feed.${format}`;
  while (next !== null) {
    assert.ok(!seen.has(next), 'each page has an address of its own');
    seen.add(next);
    const body = await textOf(service, next.slice(BASE.length));
    const feed = format === 'json' ? readJson(body) : readRss(body);
    titles.push(...feed.items.map(({ title }) => title));
    next = feed.next;
    await meanwhile();
  }
  return titles;
}

for (const kind of DATABASES_IN_FULL) {
  describe(`feeds, on ${kind}`, async () => {
    const service = await startService(kind);
    const { app } = service;
    await service.add(
      author('ada', {
        name: 'نور Ada',
        slugs: [
          { slug: 'countess', since: day(0) },
          { slug: 'ada', since: day(1) },
        ],
      }),
      ...HOSTILE.map(([headline, text], at) =>
        piece('ada', {
          headline,
          sub: at % 2 ? text.replace(/\s+/g, ' ').slice(0, 300) : null,
          body_md: `${text}\n\n\`${text.replaceAll('\r\n', ' ')}\``,
          category: 'civic',
          tags: ['a & b', '<c>'],
          locale: at % 2 ? 'ar' : 'en',
          published_at: day(at),
        }),
      ),
    );

    for (const folder of [...FOLDERS, ...TAGS]) {
      test(`${folder || 'the site'}: both formats are valid and say the same of hostile text`, async () => {
        const { json } = await bothOf(service, folder);
        const titles = HOSTILE.map(([headline]) => headline.replace('\r\n', '\n')).reverse();
        assert.deepEqual(
          json.items.map(({ title }) => title),
          titles,
        );
      });
    }

    for (const format of ['json', 'xml']) {
      const url = `/author/ada/feed.${format}`;
      test(`${url} is sent as a feed, open to all, with a tag, and answers 304 and HEAD`, async () => {
        const answer = await app.inject(url);
        const type = format === 'json' ? 'application/feed+json' : 'application/rss+xml';
        assert.equal(answer.headers['content-type'], `${type}; charset=utf-8`);
        assert.equal(answer.headers['access-control-allow-origin'], '*');
        assert.equal(answer.headers['cache-control'], 'public, no-cache');
        const etag = String(answer.headers.etag);
        const again = await app.inject({ url, headers: { 'if-none-match': etag } });
        assert.equal(again.statusCode, 304);
        assert.equal(again.body, '');
        const head = await app.inject({ method: 'HEAD', url });
        assert.equal(head.headers.etag, etag);
        assert.equal(head.body, '');
        const zipped = await app.inject({ url, headers: { 'accept-encoding': 'gzip' } });
        assert.equal(zipped.headers['content-encoding'], 'gzip');
        assert.notEqual(zipped.headers.etag, etag);
        const post = await app.inject({ method: 'POST', url });
        assert.equal(post.statusCode, 405);
      });

      test(`${url}: an old slug leads here for good, with its page`, async () => {
        const query = `?before=${day(3)}_${NOBODY}`;
        const old = await app.inject(`/author/countess/feed.${format}${query}`);
        assert.equal(old.statusCode, 301);
        assert.equal(old.headers.location, url + query);
      });

      for (const wrong of [
        ...['0', '3', 'x', '', day(3), NOBODY, `${day(3)}_`, `${day(3)}_${NOBODY}x`],
        ...[`2026-01-04_${NOBODY}`, `${day(3)}_${NOBODY}&before=${day(3)}_${NOBODY}`],
      ]) {
        test(`${url}?before=${wrong} is refused`, async () => {
          const answer = await app.inject(`${url}?before=${wrong}`);
          assert.equal(answer.statusCode, 400, answer.body);
          assert.match(answer.body, /"field":"before","reason":"Expected a value/);
        });
      }

      for (const folder of ['/author/nobody', '/author/%00', '/category/nothing', '/author/ADA']) {
        test(`${folder}/feed.${format} is not there`, async () => {
          const answer = await app.inject(`${folder}/feed.${format}`);
          assert.equal(answer.statusCode, 404);
          assert.equal(answer.json().ok, false);
        });
      }
    }

    test('the JSON Feed has every field that readers of feeds ask for', async () => {
      const feed = JSON.parse(await textOf(service, '/author/ada/feed.json'));
      for (const name of ['title', 'description', 'user_comment', 'language']) {
        assert.match(feed[name], /\S/, name);
      }
      assert.equal(feed.version, 'https://jsonfeed.org/version/1.1');
      assert.equal(feed.home_page_url, `${BASE}/author/ada`);
      assert.equal(feed.feed_url, `${BASE}/author/ada/feed.json`);
      assert.deepEqual(feed.authors, [{ name: 'نور Ada', url: `${BASE}/author/ada` }]);
      for (const name of ['icon', 'favicon']) {
        const { pathname, origin } = new URL(feed[name]);
        assert.equal(origin, BASE);
        assert.equal((await app.inject(pathname)).statusCode, 200);
      }
      assert.equal('hubs' in feed, false);
      const [item] = feed.items;
      assert.deepEqual(item._standfirst, {
        category: 'civic',
        kind: 'essay',
        markdown_url: `${item.url}.md`,
      });
      assert.deepEqual(item.authors[0]._standfirst, { slug: 'ada', identity_verified: false });
    });

    test('RSS has its summary before its content, and dates as RFC 822 has them', async () => {
      const text = await textOf(service, '/feed.xml');
      assert.ok(
        text.indexOf('<description>', text.indexOf('<item>')) < text.indexOf('<content:enc'),
      );
      assert.match(text, /<pubDate>Thu, 01 Jan 2026 00:00:00 GMT<\/pubDate>/);
      assert.match(text, new RegExp(`<atom:link rel="self" [^>]*href="${BASE}/feed.xml"/>`));
    });
  });

  describe(`the addresses in feeds, on ${kind}`, async () => {
    const service = await startService(kind);
    await service.add(
      author('ada'),
      piece('ada', {
        headline: 'Links',
        external_url: 'https://elsewhere.example/links',
        body_md:
          '[a](/author/ada) [b](other) [c](#here) [d](//cdn.example/d) ![e](/media/e.png) ' +
          '[f](mailto:f@example.org) [g](?q=1) [h](https://h.example/)\n\nText[^1]\n\n[^1]: Note.',
      }),
    );

    test('are absolute, those within the piece included', async () => {
      const { json } = await bothOf(service, '');
      const urls = [...String(json.items[0]?.html).matchAll(/(?:href|src)="([^"]*)"/g)];
      assert.ok(urls.length >= 10);
      for (const [, address] of urls) assert.match(String(address), /^(?:https:\/\/|mailto:)/);
      assert.match(
        String(json.items[0]?.html),
        /href="https:\/\/press\.example\/author\/ada\/links#fn-1"/,
      );
    });
  });

  describe(`the pages of feeds, on ${kind}`, async () => {
    const service = await startService(kind);
    const numbered = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, at) => from + at).map((number) =>
        piece(number % 10 === 0 ? 'bob' : 'ada', {
          headline: `Piece ${number}`,
          tags: ['of many'],
          category: 'civic',
          published_at: day(number),
        }),
      );
    const names = (from: number, to: number) =>
      numbered(from, to)
        .map(({ headline }) => headline)
        .reverse();

    test('a feed with nothing in it is a feed', async () => {
      await service.add(author('ada'), author('bob'));
      for (const folder of FOLDERS) {
        const { json, rss } = await bothOf(service, folder);
        assert.deepEqual([json.items, json.next, rss.next], [[], null, null]);
      }
      // A tag is there because a piece has it.
      for (const file of ['feed.json', 'feed.xml'])
        assert.equal((await service.app.inject(`/tag/none/${file}`)).statusCode, 404);
    });

    test('50 at a time, to the very first', async () => {
      await service.add(...numbered(0, 120));
      const { json } = await bothOf(service, '');
      assert.equal(json.items.length, 50);
      for (const format of ['json', 'xml'] as const) {
        assert.deepEqual(await follow(service, format, ''), names(0, 120));
        assert.deepEqual(await follow(service, format, '/category/civic'), names(0, 120));
        assert.deepEqual(await follow(service, format, '/tag/of%20many'), names(0, 120));
        const ada = names(0, 120).filter((name) => !name.endsWith('0'));
        assert.deepEqual(await follow(service, format, '/author/ada'), ada);
      }
    });

    test('each once, while new ones appear', async () => {
      let number = 120;
      const add = () => service.add(...numbered(number, ++number));
      for (const format of ['json', 'xml'] as const) {
        const expected = names(0, number);
        assert.deepEqual(await follow(service, format, '', add), expected);
      }
    });

    test('each once, while others go, the one that the page began below among them', async () => {
      const { json } = await bothOf(service, '');
      assert.match(String(json.items.at(-1)?.title), /^Piece \d+$/);
      let isGone = false;
      const suspend = async () => {
        if (isGone) return;
        isGone = true;
        await suspendWriter(service.context, 'ada');
      };
      const titles = await follow(service, 'json', '', suspend);
      const first = json.items.map(({ title }) => title);
      const oldest = Math.min(...first.map((title) => Number(title.slice(6))));
      const left = names(0, oldest).filter((name) => name.endsWith('0'));
      assert.deepEqual(titles, [...first, ...left]);
      assert.equal((await service.app.inject('/author/ada/feed.json')).statusCode, 404);
      assert.ok((await bothOf(service, '')).json.items.every(({ author: by }) => by === 'bob'));
      await reinstateWriter(service.context, 'ada');
      assert.equal((await bothOf(service, '/author/ada')).json.items.length, 50);
    });
  });
  describe(`the pages of feeds during an import, on ${kind}`, async () => {
    const service = await startService(kind);
    const dated = (name: string, step: number) =>
      Array.from({ length: 120 / step }, (_, at) => at * step).map((number) =>
        piece('ada', { headline: `${name} ${number}`, published_at: day(number) }),
      );
    const early = dated('Early', 1);
    await service.add(author('ada'), ...early);

    for (const format of ['json', 'xml'] as const) {
      test(`${format}: each once, while pieces of older days take their places`, async () => {
        const late = [dated(`Late ${format}`, 2), dated(`Later ${format}`, 3)];
        const met = await follow(service, format, '', () => service.add(...(late.shift() ?? [])));
        const known = met.filter((title) => title.startsWith('Early'));
        assert.deepEqual(known, early.map(({ headline }) => headline).reverse());
        assert.equal(new Set(met).size, met.length);
      });
    }

    test('a piece that is gone is known by its time', async () => {
      const feed = await textOf(service, `/feed.json?before=${day(3)}_${NOBODY}`);
      const { items } = readJson(feed);
      const titles = items.map(({ title }) => title).filter((title) => title.startsWith('Early'));
      assert.deepEqual(titles, ['Early 3', 'Early 2', 'Early 1', 'Early 0']);
    });
  });
}
