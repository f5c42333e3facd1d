// Public reads of products, which return only listed ones.

import { Type } from 'typebox';
import { Problem } from '../../errors.ts';
import { fold } from '../../rendering/text/fold.ts';
import { PAGE_SIZES } from '../../schemas/lists.ts';
import { Limit, NullableString, OneOf, Query } from '../../schemas/shapes.ts';
import { Product } from '../../schemas/shop/products.ts';
import { isSlug } from '../../schemas/text.ts';
import { PRODUCT_CATEGORIES } from '../../schemas/vocabulary.ts';
import { EXAMPLE_AUTHOR, EXAMPLE_PIECE, EXAMPLE_PRODUCT, EXAMPLE_RELATED } from '../examples.ts';
import { operation } from '../operation.ts';
import { urlsOf } from '../urls.ts';
import { uuidIn } from '../uuids.ts';
import { productRecord, productRecords } from './product-records.ts';

const listOfProducts = { count: Type.Integer(), results: Type.Array(Product) };

export const searchProducts = operation({
  name: 'searchProducts',
  summary: 'Search the shop',
  description:
    'Finds products whose name or description contains the text, ignoring case. Matches in the name come first, ' +
    'newest first. Without a text, it lists the newest products.',
  input: {
    query: Type.Optional(Query('The text to find.')),
    category: Type.Optional(
      OneOf(PRODUCT_CATEGORIES, { description: 'Only products in this category.' }),
    ),
    limit: Limit(PAGE_SIZES.products),
  },
  output: { query: NullableString(), category: NullableString(), ...listOfProducts },
  sample: { query: 'bridges', limit: 1 },
  example: (urls) => ({
    query: 'bridges',
    category: null,
    count: 1,
    results: [productRecord(EXAMPLE_PRODUCT, [EXAMPLE_RELATED], urls)],
  }),
  async run({ store, config }, { query = null, category = null, limit }) {
    const results = await store.search(async (moment) => {
      const rows = await moment.products.search({
        term: query === null ? null : fold(query.trim()),
        category,
        limit: limit ?? PAGE_SIZES.products.default,
      });
      return productRecords(moment, rows, config.baseUrl);
    });
    return { query, category, count: results.length, results };
  },
});

export const getProduct = operation({
  name: 'getProduct',
  summary: 'Get a product',
  description:
    'Returns one product in the shop: what it is, what it costs, who sells it, where to pay for it and which ' +
    'pieces are related to it.',
  input: { id: Type.String({ description: "The product's UUID, or the URL of its page." }) },
  output: { product: Product },
  sample: { id: EXAMPLE_PRODUCT.id },
  example: (urls) => ({
    product: productRecord(EXAMPLE_PRODUCT, [EXAMPLE_RELATED], urls),
  }),
  async run({ store, config }, { id }) {
    const uuid = uuidIn(id, urlsOf(config.baseUrl).product(''));
    const row = uuid && (await store.products.publicById(uuid));
    if (!row) throw new Problem('product_not_found');
    const [product] = await productRecords(store, [row], config.baseUrl);
    if (!product) throw new Problem('product_not_found');
    return { product };
  },
});

export const authorProducts = operation({
  name: 'authorProducts',
  summary: "List an author's products",
  description: 'Lists what one author sells, in the order that the author chose.',
  input: { slug: Type.String({ description: "The author's slug." }) },
  output: { slug: Type.String(), ...listOfProducts },
  sample: { slug: EXAMPLE_AUTHOR.slug },
  example: (urls) => ({
    slug: EXAMPLE_AUTHOR.slug,
    count: 1,
    results: [productRecord(EXAMPLE_PRODUCT, [EXAMPLE_RELATED], urls)],
  }),
  async run({ store, config }, { slug }) {
    const author = isSlug(slug) ? await store.authors.publicBySlug(slug) : undefined;
    if (!author) throw new Problem('author_not_found');
    const rows = await store.products.publicOfSeller(author.id);
    const results = await productRecords(store, rows, config.baseUrl);
    return { slug: author.slug, count: results.length, results };
  },
});

export const pieceProducts = operation({
  name: 'pieceProducts',
  summary: 'List the products related to a piece',
  description: "Lists the products that their seller related to this piece, in the seller's order.",
  input: {
    id: Type.String({ description: "The piece's UUID, or its id from another response." }),
  },
  output: { id: Type.String(), ...listOfProducts },
  sample: { id: EXAMPLE_PIECE.piece_id },
  example: (urls) => ({
    id: urls.pieceId(EXAMPLE_PIECE.piece_id),
    count: 1,
    results: [productRecord(EXAMPLE_PRODUCT, [EXAMPLE_RELATED], urls)],
  }),
  async run({ store, config }, { id }) {
    const urls = urlsOf(config.baseUrl);
    const uuid = uuidIn(id, urls.pieceId(''));
    if (!uuid || !(await store.publications.has(uuid))) throw new Problem('piece_not_found');
    const rows = await store.products.publicOfPiece(uuid);
    const results = await productRecords(store, rows, config.baseUrl);
    return { id: urls.pieceId(uuid), count: results.length, results };
  },
});
