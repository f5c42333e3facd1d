// A feed as JSON Feed 1.1, with our extensions under `_standfirst`.

import { assetUrl } from '../../http/pages/assets.ts';
import type { Feed, FeedItem } from '../../operations/feeds/feeds.ts';
import type { JsonText } from '../../operations/operation.ts';
import { fieldsOf } from '../../operations/pieces/piece-records.ts';
import { hasAiUses } from '../../schemas/ai-uses.ts';
import type { PieceImage } from '../../schemas/images/cover-fields.ts';
import type { Provenance } from '../../schemas/provenance/provenance.ts';
import { pageAt } from './cursor.ts';
import type { FeedSettings } from './feed-settings.ts';
import type { WrittenFeed } from './openapi.ts';

export function jsonFeed(
  feed: Feed,
  { baseUrl, language, hub, license }: FeedSettings,
): WrittenFeed {
  const { title, description, home, json, older, author, locale, items } = feed;
  const mark = baseUrl + assetUrl('mark.svg');
  const head = fieldsOf({
    version: 'https://jsonfeed.org/version/1.1',
    title: title.toWellFormed(),
    home_page_url: home,
    feed_url: json,
    description: description.toWellFormed(),
    user_comment: `This is a feed. To follow it, give its URL to a feed reader: ${json}`,
    ...(older !== null && { next_url: pageAt(json, older) }),
    icon: author?.avatar ?? mark,
    favicon: mark,
    ...(author && { authors: [person(author)] }),
    language: locale ?? language,
    ...(hub && { hubs: [{ type: 'WebSub', url: hub }] }),
    _standfirst: {
      about: `${baseUrl}/llms.txt`,
      rss: feed.rss,
      ...(hasAiUses(feed.aiUses) && { license }),
    },
  });
  const entries = items.map(entry);
  return {
    body: `{${head},"items":[${entries.map(({ json }) => json).join(',')}]}`,
    identity: head + entries.map(({ identity }) => identity).join(','),
  };
}

function entry({ piece, content, etag, markdown, locale }: FeedItem): JsonText {
  const head = fieldsOf({
    id: piece.id,
    url: piece.url,
    ...(piece.external_url !== undefined && { external_url: piece.external_url }),
    title: piece.title.toWellFormed(),
  });
  const tail = fieldsOf({
    summary: piece.summary.toWellFormed(),
    ...(piece.image && { image: piece.image.url }),
    date_published: piece.date_published,
    date_modified: piece.date_modified,
    authors: piece.authors.map(({ slug, identity_verified, ...each }) => ({
      ...person(each),
      _standfirst: { slug, identity_verified },
    })),
    ...(piece.tags.length > 0 && { tags: piece.tags.map((tag) => tag.toWellFormed()) }),
    language: locale,
    _standfirst: {
      ...(piece.category !== null && { category: piece.category }),
      kind: piece.kind.toWellFormed(),
      markdown_url: markdown,
      ...(piece.image && { image: describedImage(piece.image) }),
      ...(piece.provenance && { provenance: wellFormed(piece.provenance) }),
    },
  });
  const { html_json, text_json } = content;
  return {
    json: `{${head},"content_html":${html_json},"content_text":${text_json},${tail}}`,
    identity: `${head}${etag || html_json + text_json}${tail}`,
  };
}

/** JSON Feed's own field for the image has only its URL. */
const describedImage = ({ url: _, alt, caption, ...size }: PieceImage) => ({
  alt: alt.toWellFormed(),
  ...(caption !== null && { caption: caption.toWellFormed() }),
  ...size,
});

const wellFormed = (provenance: Provenance) => ({
  ...provenance,
  statement: provenance.statement.toWellFormed(),
});

const person = ({ name, url, avatar }: { name: string; url: string; avatar: string | null }) => ({
  name: name.toWellFormed(),
  url,
  ...(avatar !== null && { avatar }),
});
