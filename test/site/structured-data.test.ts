// Pages' data for machines: JSON-LD and social cards agree with the API.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Parser } from 'htmlparser2';
import { seed } from '../../src/commands/demo/seed.ts';
import { getAuthor } from '../../src/operations/authors/authors.ts';
import { getPiece } from '../../src/operations/pieces/pieces.ts';
import { recentPieces } from '../../src/operations/pieces/recent-pieces.ts';
import { author, piece } from '../support/archive/records.ts';
import { at } from '../support/json.ts';
import { startService } from '../support/service.ts';

interface Head {
  /** Values by property or name, all of them if one occurs several times. */
  meta: { [name: string]: string[] };
  links: { [rel: string]: string[] };
  jsonLd: string[];
  /** Languages of the article and which way they are written. */
  tongues: string[];
}

function headOf(body: string): Head {
  const head: Head = { meta: {}, links: {}, jsonLd: [], tongues: [] };
  const add = (all: { [name: string]: string[] }, name: string, value = '') => {
    all[name] = [...(all[name] ?? []), value];
  };
  let isData = false;
  const parser = new Parser({
    onopentag(tag, { property, name, content, rel, href, type, lang, dir }) {
      if (tag === 'meta') add(head.meta, property ?? name ?? '', content);
      if (tag === 'link') add(head.links, rel ?? '', href);
      if (tag === 'article') head.tongues.push(`${lang} ${dir}`);
      isData = tag === 'script' && type === 'application/ld+json';
    },
    ontext(text) {
      if (isData) head.jsonLd.push(text);
    },
  });
  parser.end(body);
  return head;
}

describe('what pages tell machines', async () => {
  const { app, context, add } = await startService('sqlite');
  await seed(context);
  const pageAt = async (url: string) => {
    const answer = await app.inject(new URL(url).pathname);
    assert.equal(answer.statusCode, 200, url);
    return headOf(answer.body);
  };

  test('every demo piece, as the API has it', async () => {
    const { items } = await recentPieces.run(context, { limit: 100 });
    assert.ok(items.length > 60);
    for (const { id } of items) {
      const { piece: record } = await getPiece.run(context, { id });
      const head = await pageAt(record.url);
      const facts = JSON.parse(head.jsonLd.join(''));
      const image = head.meta['og:image']?.[0];
      const language = head.tongues[0]?.split(' ')[0];
      assert.deepEqual(facts, {
        '@context': 'https://schema.org',
        '@type': 'Article',
        '@id': record.id,
        url: record.url,
        mainEntityOfPage: record.external_url ?? record.url,
        headline: record.title,
        description: record.summary,
        datePublished: record.date_published,
        dateModified: record.date_modified,
        image,
        inLanguage: language,
        articleSection: record.category,
        keywords: record.tags,
        author: record.authors.map(({ name, url }) => ({ '@type': 'Person', name, url })),
        publisher: {
          '@type': 'Organization',
          name: 'Standfirst',
          url: 'https://press.example/',
        },
      });
      assert.deepEqual(head.meta['og:title'], [record.title]);
      assert.deepEqual(head.meta['og:description'], [record.summary]);
      assert.deepEqual(head.meta['og:url'], [record.url]);
      assert.deepEqual(head.meta['og:type'], ['article']);
      assert.deepEqual(head.meta['article:published_time'], [record.date_published]);
      assert.deepEqual(head.meta['article:modified_time'], [record.date_modified]);
      assert.deepEqual(head.meta['article:tag'] ?? [], record.tags);
      assert.deepEqual(head.links['canonical'], [record.external_url ?? record.url]);
      assert.ok(String(image).startsWith(`${record.id}/social.png?v=`), image ?? 'no picture');
    }
  });

  test('every demo author', async () => {
    const { items } = await recentPieces.run(context, { limit: 100 });
    const slugs = new Set(items.flatMap(({ authors }) => authors.map(({ slug }) => slug)));
    for (const slug of slugs) {
      const { author: record } = await getAuthor.run(context, { slug });
      const head = await pageAt(record.urls.profile);
      const facts = JSON.parse(head.jsonLd.join(''));
      assert.equal(at(facts, '@type'), 'Person');
      assert.equal(at(facts, 'name'), record.name);
      assert.equal(at(facts, 'url'), record.urls.profile);
      const elsewhere = [record.website, ...Object.values(record.socials)];
      assert.deepEqual(
        at(facts, 'sameAs') ?? [],
        elsewhere.filter((address) => address !== null),
      );
      assert.deepEqual(head.links['canonical'], [record.urls.profile]);
    }
  });

  test('the announced alternates are there', async () => {
    const { items } = await recentPieces.run(context, { limit: 3 });
    for (const { url, authors } of items) {
      for (const address of [url, String(authors[0]?.url)]) {
        for (const alternate of (await pageAt(address)).links['alternate'] ?? []) {
          const { pathname, search } = new URL(alternate);
          assert.equal((await app.inject(pathname + search)).statusCode, 200, alternate);
        }
      }
    }
  });

  test('nothing that a writer writes ends the data early', async () => {
    const words = '</script><script>alert(1)</script><!-- &amp; \u2028 "quoted" \\';
    await add(
      author('eve', { name: words, bio: words }),
      piece('eve', { headline: words, sub: words, tags: ['</script>', '<!--'] }),
    );
    const { items } = await recentPieces.run(context, { limit: 100 });
    const record = items.find(({ authors }) => authors[0]?.slug === 'eve');
    const head = await pageAt(String(record?.url));
    const facts = JSON.parse(head.jsonLd.join(''));
    assert.equal(at(facts, 'headline'), words);
    assert.deepEqual(at(facts, 'keywords'), ['</script>', '<!--']);
    assert.deepEqual(head.meta['og:title'], [words]);
    const profile = await pageAt('https://press.example/author/eve');
    assert.equal(at(JSON.parse(profile.jsonLd.join('')), 'description'), words);
  });

  test('the language of a piece, and which way it is written', async () => {
    await add(
      author('mira'),
      piece('mira', { headline: 'Urdu', locale: 'ur-PK', slug: 'urdu' }),
      piece('mira', { headline: 'Polish', locale: 'pl', slug: 'polish' }),
    );
    assert.deepEqual((await pageAt('https://press.example/author/mira/urdu')).tongues, [
      'ur-PK rtl',
    ]);
    assert.deepEqual((await pageAt('https://press.example/author/mira/polish')).tongues, [
      'pl ltr',
    ]);
    const { body } = await app.inject('/author/mira');
    assert.match(body, /<h3 lang="ur-PK" dir="rtl"><a href="\/author\/mira\/urdu">/);
  });
});
