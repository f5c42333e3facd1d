// The data that widgets on other sites show about an author.

import { Type } from 'typebox';
import { Author } from '../../schemas/authors.ts';
import { PieceListItem } from '../../schemas/pieces.ts';
import { EMBED } from '../../schemas/vocabulary.ts';
import { authorRecord } from '../authors/author-records.ts';
import { EXAMPLE_AUTHOR, EXAMPLE_PIECE } from '../examples.ts';
import { operation } from '../operation.ts';
import { pieceListItem } from '../pieces/piece-records.ts';
import { authorRow } from '../public-pages/page-lookup.ts';
import { urlsOf } from '../urls.ts';

export const embedData = operation({
  name: 'embedData',
  summary: 'Get the data that widgets show about an author',
  description: `The author and their ${EMBED.items} newest pieces, newest first. The author's earlier slugs work too.`,
  input: { slug: Type.String({ description: "The author's slug." }) },
  output: { author: Author, items: Type.Array(PieceListItem) },
  sample: { slug: EXAMPLE_AUTHOR.slug },
  example: (urls) => ({
    author: authorRecord(EXAMPLE_AUTHOR, urls),
    items: [pieceListItem(EXAMPLE_PIECE, urls)],
  }),
  async run(context, { slug }) {
    const urls = urlsOf(context.config.baseUrl);
    const row = await authorRow(context, slug);
    const newest = await context.store.lists.page({ authorId: row.id }, null, EMBED.items);
    return {
      author: authorRecord(row, urls),
      items: newest.map((each) => pieceListItem(each, urls)),
    };
  },
});
