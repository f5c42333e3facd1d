// The alternate formats of a page, such as feeds, JSON and Markdown: links in its head.

import type { PieceFacts } from '../../../operations/pieces/piece-records.ts';
import { markdownUrl, urlsOf } from '../../../operations/urls.ts';
import { type Html, html } from '../../../rendering/templates/html.ts';
import type { Author } from '../../../schemas/authors.ts';

interface Alternate {
  type: string;
  url: string;
  title: string;
}

export const feedAlternates = (name: string, urls: { json: string; rss: string }): Html =>
  links(feeds(name, urls));

export const authorAlternates = (baseUrl: string, { slug, name, urls }: Author): Html =>
  links([
    ...feeds(name, { json: urls.feed_json, rss: urls.feed_rss }),
    {
      type: 'application/json',
      url: `${baseUrl}/api/public/authors/${slug}`,
      title: `${name} as JSON`,
    },
    ...embeds(baseUrl, urls.profile, name),
  ]);

export const pieceAlternates = (
  baseUrl: string,
  { id, url, title }: PieceFacts,
  { name, urls }: Author,
): Html =>
  links([
    { type: 'text/markdown', url: markdownUrl(url), title: `${title} as Markdown` },
    {
      type: 'application/json',
      url: urlsOf(baseUrl).pieceRecord(id.split('/').at(-1) ?? ''),
      title: `${title} as JSON`,
    },
    ...embeds(baseUrl, url, title),
    ...feeds(name, { json: urls.feed_json, rss: urls.feed_rss }),
  ]);

/** Order matters, because feed readers take the first format that they know. */
const feeds = (name: string, { json, rss }: { json: string; rss: string }): Alternate[] => [
  { type: 'application/rss+xml', url: rss, title: `${name}, RSS` },
  { type: 'application/feed+json', url: json, title: `${name}, JSON Feed` },
];

function embeds(baseUrl: string, page: string, title: string): Alternate[] {
  const { oembed } = urlsOf(baseUrl);
  return [
    { type: 'application/json+oembed', url: oembed(page, 'json'), title },
    { type: 'text/xml+oembed', url: oembed(page, 'xml'), title },
  ];
}

const links = (alternates: Alternate[]): Html =>
  html`${alternates.map(
    ({ type, url, title }) =>
      html`<link rel="alternate" type="${type}" href="${url}" title="${title}">\n`,
  )}`;
