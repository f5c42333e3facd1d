// Topics name what public reads depend on. The triggers of migrations 0014 and 0031 use the same names.

/** The topic of changes that are unknown, or too many to list. */
export const EVERYTHING = 'everything';

/** The separator of topics in the triggers' rows; no topic contains it. */
export const TOPIC_END = '\n';

export const PIECES = 'pieces';

export const PRODUCTS = 'products';

/** The topic of all of an author's data. */
export const author = (id: string) => `author:${id}`;

/** The topic of the author who has or had a slug. */
export const authorSlug = (slug: string) => `slug:${slug}`;

/** The topic of the slug, name, tick and avatar that pieces and products show. */
export const byline = (slug: string) => `byline:${slug}`;

/** The topic of a publication's data and long texts, and of whether it exists. */
export const piece = (id: string) => `piece:${id}`;

/** The topic of the piece that has or had a slug under its author. */
export const pieceSlug = (authorId: string, slug: string) => `piece-slug:${authorId}/${slug}`;

/** The topic of the author's publications: which ones exist, and their data. */
export const piecesOf = (authorId: string) => `pieces-of:${authorId}`;

/** The topic of a category's publications: which ones exist, and their data. */
export const category = (name: string) => `category:${name}`;

/** The topic of the publications that have a tag and of their order, but not of their texts. */
export const tag = (name: string) => `tag:${name}`;

/** The topic of a seller's products: which ones exist, and their data. */
export const productsOf = (sellerId: string) => `products-of:${sellerId}`;

/** The topic of the products related to a piece, listed or not, and of what is shown of them. */
export const pieceProducts = (pieceId: string) => `piece-products:${pieceId}`;

/** The topic of the pieces related to a product, published or not. */
export const productPieces = (productId: string) => `product-pieces:${productId}`;

/** The topic of a series and the order of its parts, published or not. */
export const series = (id: string) => `series:${id}`;

/** The topic of an author's series: which ones exist, and their data. */
export const seriesOf = (authorId: string) => `series-of:${authorId}`;

/** The topic of the series that has or had a slug under its author. */
export const seriesSlug = (authorId: string, slug: string) => `series-slug:${authorId}/${slug}`;
