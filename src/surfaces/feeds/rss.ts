// A feed as RSS 2.0: the summary in the description, the whole piece in content:encoded.

import type { Feed, FeedItem } from '../../operations/feeds/feeds.ts';
import { htmlIn } from '../../rendering/stored-content.ts';
import { escapeMarkup } from '../../rendering/templates/escape.ts';
import { type Xml, xml, xmlDocument } from '../../rendering/templates/xml.ts';
import { hasAiUses } from '../../schemas/ai-uses.ts';
import type { PieceImage } from '../../schemas/images/cover-fields.ts';
import type { Provenance } from '../../schemas/provenance/provenance.ts';
import { pageAt } from './cursor.ts';
import type { FeedSettings } from './feed-settings.ts';
import type { WrittenFeed } from './openapi.ts';

const ATOM = 'http://www.w3.org/2005/Atom';
const CONTENT = 'http://purl.org/rss/1.0/modules/content/';
const DUBLIN_CORE = 'http://purl.org/dc/elements/1.1/';
/** Namespaces of covers and of our own element, declared only if an item has one. */
const MEDIA = 'http://search.yahoo.com/mrss/';
const STANDFIRST = 'urn:standfirst:provenance';

export function rss(feed: Feed, { language, hub, license }: FeedSettings): WrittenFeed {
  const { title, description, home, rss: address, before, older, locale, changedAt, items } = feed;
  const document = xml`<rss version="2.0" xmlns:atom="${ATOM}" xmlns:content="${CONTENT}" xmlns:dc="${DUBLIN_CORE}"${
    items.some(({ piece }) => piece.image) && xml` xmlns:media="${MEDIA}"`
  }${items.some(({ piece }) => piece.provenance) && xml` xmlns:standfirst="${STANDFIRST}"`}>
<channel>
<title>${title}</title>
<link>${home}</link>
<description>${description}</description>
<language>${locale ?? language}</language>
${changedAt && xml`<lastBuildDate>${moment(changedAt)}</lastBuildDate>`}
<generator>Standfirst</generator>
${atomLink('self', before === null ? address : pageAt(address, before))}
${before !== null && atomLink('first', address)}
${older !== null && atomLink('next', pageAt(address, older))}
${hub && xml`<atom:link rel="hub" href="${hub}"/>`}${hasAiUses(feed.aiUses) && licenseLink(license)}
${items.map(entry)}
</channel>
</rss>`;
  return { body: xmlDocument(document) };
}

const atomLink = (rel: string, address: string) =>
  xml`<atom:link rel="${rel}" type="application/rss+xml" href="${address}"/>`;

const licenseLink = (license: string) =>
  xml`\n<atom:link rel="license" type="application/rsl+xml" href="${license}"/>`;

const provenance = ({ statement, ...facts }: Provenance) =>
  xml`\n<standfirst:provenance${Object.entries(facts).map(
    ([name, value]) => xml` ${name}="${value}"`,
  )}>${statement}</standfirst:provenance>`;

/** In RSS, the alt text becomes the title, as in other feeds, and the caption becomes the description. */
const cover = ({ url, alt, caption, width, height }: PieceImage) =>
  xml`\n<media:content url="${url}" medium="image"${
    width !== undefined && xml` width="${width}" height="${height}"`
  }><media:title type="plain">${alt}</media:title>${
    caption !== null && xml`<media:description type="plain">${caption}</media:description>`
  }</media:content>`;

const moment = (time: string) => new Date(time).toUTCString();

/** An item's description is HTML, so its plain text is escaped once more; the channel's description is text. */
const entry = ({ piece, content, locale }: FeedItem): Xml => xml`<item>
<title>${piece.title}</title>
<link>${piece.url}</link>
<guid isPermaLink="true">${piece.id}</guid>
<pubDate>${moment(piece.date_published)}</pubDate>
${piece.authors.map(({ name }) => xml`<dc:creator>${name}</dc:creator>`)}
<dc:language>${locale}</dc:language>
${piece.tags.map((tag) => xml`<category>${tag}</category>`)}${piece.image && cover(piece.image)}${
  piece.provenance && provenance(piece.provenance)
}
<description>${escapeMarkup(piece.summary)}</description>
<content:encoded>${htmlIn(content)}</content:encoded>
</item>
`;
