// Tools in the order of tools/list: first the one that needs no arguments.

import { getAuthor, searchAuthors } from '../../operations/authors/authors.ts';
import { getPiece } from '../../operations/pieces/pieces.ts';
import { recentPieces } from '../../operations/pieces/recent-pieces.ts';
import { searchPieces } from '../../operations/pieces/search-pieces.ts';
import { getProduct, searchProducts } from '../../operations/shop/products.ts';
import { trendingPieces } from '../../operations/views/trending.ts';
import { type Tool, tool } from './tool.ts';

const READ_ON =
  'Each piece has an id: pass it to get_piece for the whole text. Cite a piece by its url. For more, ' +
  'pass next_cursor as cursor.';

export const TOOLS: readonly Tool[] = [
  tool('recent_pieces', recentPieces, {
    when: 'Use this to see what is new or what one author wrote (author takes a slug), or to look around.',
    next: READ_ON,
  }),
  tool('search_authors', searchAuthors, {
    when: 'Use this to find the people who write here, by topic, by name or by part of a name.',
    next:
      'Each result has a slug: pass it to get_author for the whole profile, or as author to recent_pieces ' +
      'for what they wrote. For more, pass next_cursor as cursor. No results: try one shorter word.',
  }),
  tool('get_author', getAuthor, {
    when: 'Use this when you know an author’s slug, from search_authors or from a piece’s authors.',
    next:
      'The result has what the author says about themselves, whether their identity and website are verified, and ' +
      'the URLs of their page and feeds. For what they wrote, pass the slug as author to recent_pieces or ' +
      'search_pieces. search_pieces does not search names.',
    instead: 'Find the slug with search_authors; slugs are in lower case.',
  }),
  tool('get_piece', getPiece, {
    when: 'Use this to read one piece in full before you quote, summarise or judge it.',
    next:
      'content_text is the plain text, content_html the same text with its formatting. A piece can have 100,000 ' +
      'characters and comes in both formats by default, so ask for what you need: format text to read it, in half ' +
      'the space; format markdown for headings, links and lists as they were written; format html to show it on a ' +
      'page. To read a long one in parts, or to see how it begins, pass max_characters (such as 20000); part.rest ' +
      'says how to get the next part, part.total_characters how long it is. For the author, pass the slug in ' +
      'authors to get_author.',
    instead: 'Pass an id from recent_pieces, search_pieces or trending_pieces.',
  }),
  tool('search_pieces', searchPieces, {
    when:
      'Use this to find pieces that contain a word or a phrase exactly as given or, with match: words, all of ' +
      'several words. For a person, use search_authors.',
    next: `snippet shows the match. ${READ_ON} No results: try match: words, or one shorter word.`,
  }),
  tool(
    'trending_pieces',
    trendingPieces,
    {
      when: 'Use this to see what people read most at the moment.',
      next: `rank 1 is the most read. ${READ_ON}`,
    },
    'time',
  ),
  tool('search_products', searchProducts, {
    when: 'Use this to find what the writers sell: books, courses, services and so on.',
    next:
      'Each product has its price, its seller and payment_url, where people buy it; you cannot buy it. Pass its id ' +
      'to get_product to get it again.',
  }),
  tool('get_product', getProduct, {
    when: 'Use this when you know a product’s id, from search_products.',
    next: 'price.formatted is for people to read. Pass the id of a related piece to get_piece.',
    instead: 'Find the id with search_products.',
  }),
];
