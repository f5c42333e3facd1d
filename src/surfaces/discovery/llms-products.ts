// /llms-products.txt: the shop as text, one block per product.

import type { FastifyInstance } from 'fastify';
import { sendStream } from '../../http/cache/streamed-response.ts';
import { resource } from '../../http/resource.ts';
import type { Context } from '../../operations/operation.ts';
import { allProducts } from '../../operations/public-pages/overview.ts';
import type { Product } from '../../schemas/shop/products.ts';
import { inline, oneLine } from './markdown-lists.ts';

export function llmsProducts(scope: FastifyInstance, context: Context): void {
  resource(scope, '/llms-products.txt', {
    GET: {
      schema: { hide: true },
      handler: (request, reply) =>
        sendStream(request, reply, {
          type: 'text/plain; charset=utf-8',
          parts: catalogue(context),
          maxAge: context.config.publicMaxAge,
        }),
    },
  });
}

async function* catalogue(context: Context): AsyncGenerator<string> {
  const name = inline(context.identity.current.name);
  yield `# ${name}: shop\n\n> What the writers of ${name} make and sell, newest first. ` +
    'Buyers pay for each one at its payment URL.\n';
  for await (const products of allProducts(context)) yield products.map(block).join('');
}

/** The order of the fields is part of the format. */
const block = ({ name, seller, price, category, payment_url, related_pieces }: Product) => `
Listing: ${oneLine(name)}
Seller: ${oneLine(seller.name)} (${seller.url})
Price: ${price.formatted} (${price.currency})
Category: ${category}
Payment URL: ${payment_url}
Related writing: ${related_pieces.map(({ title, url }) => `${oneLine(title)} (${url})`).join('; ') || 'none'}
`;
