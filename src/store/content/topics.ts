// Topics: the names of what public reads depend on, as the triggers of the migrations 0014 and 0031 spell them.

/** What a change names where it touches too much, or nobody can say what. */
export const EVERYTHING = 'everything';

/** Between topics in what the triggers write; no topic has one. */
export const TOPIC_END = '\n';

/** Of every publication. */
export const PIECES = 'pieces';

/** Of every product. */
export const PRODUCTS = 'products';

/** All of an author's row. */
export const author = (id: string) => `author:${id}`;

/** Who has this slug, or had it. */
export const authorSlug = (slug: string) => `slug:${slug}`;

/** What stands beside a piece or a product: slug, name, tick and avatar. */
export const byline = (slug: string) => `byline:${slug}`;

/** A publication with its long texts, and whether there is one. */
export const piece = (id: string) => `piece:${id}`;

/** Which piece has this slug under its author, or had it. */
export const pieceSlug = (authorId: string, slug: string) => `piece-slug:${authorId}/${slug}`;

/** The publications of an author, and which there are. */
export const piecesOf = (authorId: string) => `pieces-of:${authorId}`;

/** The publications of a category, and which there are. */
export const category = (name: string) => `category:${name}`;

/** Which publications have a tag, and in which order. */
export const tag = (name: string) => `tag:${name}`;

/** The products of a seller, and which there are. */
export const productsOf = (sellerId: string) => `products-of:${sellerId}`;

/** Which products go with a piece, listed or not, and all that is said of them. */
export const pieceProducts = (pieceId: string) => `piece-products:${pieceId}`;

/** Which pieces go with a product, published or not. */
export const productPieces = (productId: string) => `product-pieces:${productId}`;

/** A series, with which pieces are in it and in which order, published or not. */
export const series = (id: string) => `series:${id}`;

/** Which series a writer has, and what is said of each. */
export const seriesOf = (authorId: string) => `series-of:${authorId}`;

/** Which series of a writer has this slug, or had it. */
export const seriesSlug = (authorId: string, slug: string) => `series-slug:${authorId}/${slug}`;
