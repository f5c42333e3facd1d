// A small world of pieces and products, and addresses whose answers show what changes in it.

import type { WriterActor } from '../../../src/operations/actor.ts';
import { importArchive } from '../../../src/operations/archive/import.ts';
import { piece, product } from '../../support/archive/records.ts';
import type { DatabaseKind } from '../../support/databases/databases.ts';
import { addKey, addWriter, DRAFT, type Gate, post, startGate } from '../../support/gate.ts';

export interface World {
  gate: Gate;
  ada: WriterActor;
  bob: WriterActor;
  /** A draft of ada's, and two pieces of hers that are published. */
  draft: string;
  first: string;
  second: string;
  /** One of hers and one of his, neither of which is the oldest of its category: every page reads which those are. */
  third: string;
  his: string;
  /** Ada's, related to nothing at first, and one of bob's, which is related to his piece. */
  product: string;
  book: string;
}

export const CONTENT = { ...DRAFT, category: 'building', tags: ['bridges'] };
export const SHARED = { category: 'building', tags: ['bridges'] };
const LATER = { published_at: '2026-05-02T00:00:00.000Z' };

export const importLines = ({ context }: Gate, lines: object[]) =>
  importArchive(
    context,
    lines.map((line) => JSON.stringify(line)),
  );

export async function worldOn(kind: DatabaseKind): Promise<World> {
  const gate = await startGate(kind);
  const actorOf = async (slug: string): Promise<WriterActor> => {
    const { id } = await addWriter(gate, slug);
    return { kind: 'writer', accountId: id, slug, isAdmin: false, sessionId: 'at the desk' };
  };
  const [ada, bob] = [await actorOf('ada'), await actorOf('bob')];
  const [first, second, third] = [
    piece('ada', { headline: 'First', ...SHARED }),
    piece('ada', { headline: 'Second' }),
    piece('ada', { headline: 'Third', ...LATER }),
  ];
  const his = piece('bob', { headline: 'His', ...SHARED, ...LATER });
  const book = product('bob', { name: 'A book', related_pieces: [his.id] });
  await importLines(gate, [
    first,
    second,
    third,
    his,
    book,
    product('bob', { name: 'Another book' }),
  ]);
  const { key } = await addKey(gate, 'ada');
  const draft = String(JSON.parse((await post(gate, key, CONTENT)).body).id).slice(-36);
  const hers = { draft, first: first.id, second: second.id, third: third.id };
  return { gate, ada, bob, ...hers, his: his.id, product: '', book: book.id };
}

const call = (name: string, given: object = {}) =>
  JSON.stringify({
    ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
    params: { name, arguments: given },
  });

export interface Address {
  path: string;
  /** The body of a tool call. */
  body?: string;
}

const ofAuthor = (slug: string) => [
  `/api/public/authors/${slug}`,
  `/author/${slug}`,
  `/author/${slug}/first`,
  `/author/${slug}/feed.json`,
  `/embed/${slug}/badge.svg`,
];

/** The number of main URLs, which come first, each of a different kind. */
export const MAIN = 9;

export function addressesIn({ draft, first, second, product: id, book }: World): Address[] {
  const paths = [
    '/',
    '/api/public/pieces/recent',
    `/api/public/pieces/${draft}`,
    ...ofAuthor('ada'),
    '/shop',
    '/api/public/pieces/recent?category=building',
    '/api/public/pieces/recent?author=ada&limit=1',
    '/api/public/pieces/recent?tag=bridges&locale=en',
    '/api/public/pieces/recent?since=2020-01-01',
    '/api/public/authors/ada/pieces?category=building',
    '/api/public/pieces/search?q=a&author=ada&match=words',
    `/api/public/pieces/${first}`,
    '/api/public/pieces/search?q=a',
    '/api/public/authors/search?q=a',
    '/feed.json',
    '/category/building',
    '/category/building/feed.xml',
    '/tag/bridges',
    ...ofAuthor('ada-l'),
    '/author/ada/first.md',
    `/api/public/pieces/${draft}?format=markdown&max_characters=9`,
    '/author/ada/second',
    '/author/ada/third',
    '/author/bob',
    '/author/bob/his',
    '/embed/bob/data.json',
    `/shop/${book}`,
    ...(id ? [`/shop/${id}`] : []),
    '/sitemap.xml',
    '/llms.txt',
  ];
  const calls = [
    call('recent_pieces'),
    call('get_piece', { id: second }),
    call('get_piece', { id: draft, format: 'text', offset: 1 }),
    call('get_product', { id: book }),
  ];
  return [...paths.map((path) => ({ path })), ...calls.map((body) => ({ path: '/api/mcp', body }))];
}
