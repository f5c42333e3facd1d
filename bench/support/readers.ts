// Requests of readers, feed readers and programs, in turn if there are several of a kind.

import { getArray, getString } from '../../src/http/json.ts';
import { CATEGORIES } from '../../src/schemas/vocabulary.ts';
import type { Kind, Send } from './mixed-traffic.ts';

const any = <Item>(list: readonly Item[]): Item | undefined =>
  list[Math.floor(Math.random() * list.length)];

export interface Site {
  base: string;
  send: Send;
  writers: string[];
  words: string[];
  /** Pieces that have been published by now. */
  pieces: { id: string; path: string }[];
  images: string[];
}

const toolCall = (name: string, given: object) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
  body: JSON.stringify({
    ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
    params: { name, arguments: given },
  }),
});

/** Fetches the newest pieces, which can then be read. */
export async function refreshPieces(site: Site): Promise<void> {
  const answer = await fetch(`${site.base}/api/public/pieces/recent?limit=100`);
  site.pieces = getArray(await answer.json(), 'items').map((item) => ({
    id: getString(item, 'id').slice(-36),
    path: new URL(getString(item, 'url')).pathname,
  }));
}

export function readersOf(site: Site): Kind[] {
  const { base, send, writers, words } = site;
  const word = () => encodeURIComponent(words[Math.floor(words.length ** Math.random())] ?? 'and');
  const writer = () => any(writers) ?? '';
  const piece = () => any(site.pieces) ?? { id: '', path: '/' };
  const read = (path: string) => send(base + path);
  const one = (...paths: string[]) => read(any(paths) ?? '/');
  return [
    {
      name: 'pages',
      weight: 24,
      run: () =>
        one(
          '/',
          `/author/${writer()}`,
          piece().path,
          `/category/${any(CATEGORIES)}`,
          '/developers',
        ),
    },
    {
      name: 'API reads',
      weight: 15,
      run: () =>
        one(
          '/api/public/pieces/recent?limit=50',
          `/api/public/authors/${writer()}`,
          `/api/public/pieces/${piece().id}`,
        ),
    },
    {
      name: 'feeds',
      weight: 10,
      run: () => one('/feed.json', '/feed.xml', `/author/${writer()}/feed.json`, '/sitemap.xml'),
    },
    {
      name: 'embeds',
      weight: 8,
      run: () => one(`/embed/${writer()}/badge.svg`, `/embed/${writer()}/data.json`, '/embed.js'),
    },
    {
      name: 'tools',
      weight: 8,
      run: () =>
        send(
          `${base}/api/mcp`,
          any([
            toolCall('recent_pieces', {}),
            toolCall('search_pieces', { q: decodeURIComponent(word()) }),
            toolCall('get_piece', { id: piece().id }),
            toolCall('trending_pieces', {}),
          ]),
        ),
    },
    {
      name: 'searches',
      weight: 8,
      run: () => one(`/api/public/pieces/search?q=${word()}`, `/search?q=${word()}`),
    },
    {
      name: 'images',
      weight: 6,
      run: () => one(any(site.images) ?? '/', `/pieces/${piece().id}/social.png`),
    },
    {
      name: 'views',
      weight: 10,
      run: () => send(`${base}/read/${piece().id}`, { method: 'POST', headers: { origin: base } }),
    },
  ];
}
