// The site with the demo's content on it, for a browser, and the addresses of every kind of page.

import { seed } from '../../src/commands/demo/seed.ts';
import { getPiece } from '../../src/operations/pieces/pieces.ts';
import { recentPieces } from '../../src/operations/pieces/recent-pieces.ts';
import { searchProducts } from '../../src/operations/shop/products.ts';
import { serveDesk } from '../support/desk/served-desk.ts';

export async function serveDemo() {
  const served = await serveDesk();
  await seed(served.context);
  const { items } = await recentPieces.run(served.context, { limit: 100 });
  const records = await Promise.all(items.map(({ id }) => getPiece.run(served.context, { id })));
  const pieces = records.map(({ piece }) => piece);
  const { results: products } = await searchProducts.run(served.context, {});
  const pathOf = (url: string) => new URL(url).pathname;
  const piecePaths = pieces.map(({ url }) => pathOf(url));
  return { ...served, pieces, products, piecePaths, pages: pagesOf(piecePaths, products) };
}

/** One of each kind of page, and of each direction of writing. */
function pagesOf(piecePaths: string[], products: { url: string }[]): string[] {
  const [newest = ''] = piecePaths;
  const foreign = ['noor-haddad', 'lin-meiling'].flatMap(
    (author) => piecePaths.find((path) => path.startsWith(`/author/${author}/%`)) ?? [],
  );
  return [
    ...['/', '/?before=40', '/category/culture', '/author/iris-calloway', newest, ...foreign],
    ...['/search', '/search?q=bridge', '/search?q=zzzzzz', '/search?q=+', '/shop', '/developers'],
    '/tag/outages',
    ...products.slice(0, 1).map(({ url }) => new URL(url).pathname),
  ];
}
