// Feeds as others read them: checked by the format's schema, parsed by two libraries.

import assert from 'node:assert/strict';
import { parseFeed } from '@rowanmanning/feed-parser';
import { Ajv } from 'ajv';
import { parseJsonFeed, parseRssFeed } from 'feedsmith';
import schema from 'jsonfeed-schema/schema-v1.1.json' with { type: 'json' };
import { isUri } from '../support/openapi/api-judge.ts';

const ajv = new Ajv({ strict: false, allErrors: true });
ajv.addFormat('uri', isUri);
ajv.addFormat('date-time', (text) => new Date(text).toISOString() === text);
const fits = ajv.compile(schema);

/** The fields of a piece that both formats have. */
interface ReadItem {
  id: string;
  url: string;
  title: string;
  html: string;
  summary: string;
  author: string;
  published: string;
  language: string;
  tags: string[];
}

export interface ReadFeed {
  title: string;
  items: ReadItem[];
  next: string | null;
}

export function readJson(text: string): ReadFeed {
  const whole: unknown = JSON.parse(text);
  assert.ok(fits(whole), JSON.stringify(fits.errors));
  assert.ok(!/:null\b/.test(text), 'a null is left out');
  const parsed = parseJsonFeed(text);
  assert.equal(parsed.items?.length ?? 0, text.split('"content_html":').length - 1);
  return {
    title: String(parsed.title),
    next: parsed.next_url ?? null,
    items: (parsed.items ?? []).map((item) => ({
      id: String(item.id),
      url: String(item.url),
      title: String(item.title),
      html: String(item.content_html),
      summary: String(item.summary),
      author: String(item.authors?.[0]?.name),
      published: String(item.date_published),
      language: String(item.language),
      tags: item.tags ?? [],
    })),
  };
}

/** The text that this HTML shows. */
const unescaped = (html: string) =>
  html
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there.
const ILLEGAL = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|\p{Cs}/u;

export function readRss(text: string): ReadFeed {
  assert.ok(!ILLEGAL.test(text), 'every character is one that XML has');
  assert.ok(!/&(?!(?:amp|lt|gt|quot|#13);)/.test(text), 'every ampersand begins a reference');
  const parsed = parseRssFeed(text);
  const other = parseFeed(text);
  const items = parsed.items ?? [];
  assert.equal(other.items.length, items.length);
  return {
    title: String(parsed.title),
    next: parsed.atom?.links?.find(({ rel }) => rel === 'next')?.href ?? null,
    items: items.map((item, at) => {
      assert.equal(item.guid?.isPermaLink, true);
      const second = other.items[at];
      assert.equal(second?.id, item.guid?.value);
      assert.equal(second?.url, item.link);
      assert.equal(second?.published?.getTime(), Date.parse(String(item.pubDate)));
      return {
        id: String(item.guid?.value),
        url: String(item.link),
        title: String(item.title),
        html: String(item.content?.encoded),
        summary: unescaped(String(item.description)),
        author: String(item.dc?.creators?.[0]),
        published: String(item.pubDate),
        language: String(item.dc?.languages?.[0]),
        tags: (item.categories ?? []).map(({ name }) => String(name)),
      };
    }),
  };
}

/** Characters that XML doesn't allow become replacement characters. */
const inXml = (text: string) => text.replace(new RegExp(ILLEGAL, 'gu'), '\uFFFD').trim();

/** Dates in RSS have no milliseconds, and its parsers trim text. */
export const alike = ({ items, title }: ReadFeed) => ({
  title: inXml(title),
  items: items.map(({ published, ...item }) => ({
    ...item,
    html: inXml(item.html),
    title: inXml(item.title),
    summary: inXml(item.summary),
    author: inXml(item.author),
    tags: item.tags.map(inXml),
    seconds: Math.floor(Date.parse(published) / 1000),
  })),
});
