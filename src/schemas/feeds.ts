// Schemas of JSON Feed 1.1. Fields that the format doesn't define are under `_standfirst`.

import { Type } from 'typebox';
import { Provenance } from './provenance/provenance.ts';
import { DateTime, Record, Uri } from './shapes.ts';

/** Pieces per page of a feed. */
export const FEED_ITEMS = 50;

const person = {
  name: Type.String(),
  url: Uri(),
  avatar: Type.Optional(Uri()),
};

const JsonFeedItem = Record('JsonFeedItem', {
  id: Uri('The permanent URL of the piece, which ends in its UUID.'),
  url: Uri('The page of the piece.'),
  external_url: Type.Optional(Uri('Where the piece was first published, if elsewhere.')),
  title: Type.String(),
  content_html: Type.Optional(Type.String()),
  content_text: Type.String(),
  summary: Type.String(),
  image: Type.Optional(Uri('The cover.')),
  date_published: DateTime('When the piece was first published.'),
  date_modified: DateTime('When a change was last published.'),
  authors: Type.Array(
    Type.Object({
      ...person,
      _standfirst: Type.Object({ slug: Type.String(), identity_verified: Type.Boolean() }),
    }),
  ),
  tags: Type.Optional(Type.Array(Type.String())),
  language: Type.String(),
  _standfirst: Type.Object({
    category: Type.Optional(Type.String()),
    kind: Type.String({ description: 'The style of the piece, such as essay.' }),
    markdown_url: Uri('The piece as Markdown.'),
    image: Type.Optional(
      Type.Object(
        {
          alt: Type.String(),
          caption: Type.Optional(Type.String()),
          width: Type.Optional(Type.Integer()),
          height: Type.Optional(Type.Integer()),
        },
        { description: 'The alt text, caption and size in pixels of the cover.' },
      ),
    ),
    provenance: Type.Optional(Provenance),
  }),
});

export const JsonFeed = Record(
  'JsonFeed',
  {
    version: Type.String({ description: 'The version of the format.' }),
    title: Type.String(),
    home_page_url: Uri('The web page that lists the same pieces.'),
    feed_url: Uri('The first page of this feed, with the newest pieces.'),
    description: Type.String(),
    user_comment: Type.String(),
    next_url: Type.Optional(Uri('The next page, with older pieces; absent on the last page.')),
    icon: Uri(),
    favicon: Uri(),
    authors: Type.Optional(Type.Array(Type.Object(person))),
    language: Type.String(),
    hubs: Type.Optional(Type.Array(Type.Object({ type: Type.String(), url: Uri() }))),
    _standfirst: Type.Object({
      about: Uri(),
      rss: Uri('The same feed as RSS.'),
      license: Type.Optional(
        Uri('The licence for AI readers, as RSL 1.0; absent if none was stated.'),
      ),
    }),
    items: Type.Array(JsonFeedItem),
  },
  'A page of a feed in JSON Feed 1.1.',
);
