// Topics: the names of what public reads depend on, as the triggers of migrations 0014 and 0031 spell them.

/** The topic of a change that touches too much to list, or an unknown part. */
export const EVERYTHING = 'everything';

/** The separator of topics in the triggers' rows; no topic contains it. */
export const TOPIC_END = '\n';

export const PIECES = 'pieces';

export const PRODUCTS = 'products';

/** The author's whole row. */
export const author = (id: string) => `author:${id}`;

/** Current and former slugs. */
export const authorSlug = (slug: string) => `slug:${slug}`;

/** The slug, name, tick and avatar that a piece or a product shows. */
export const byline = (slug: string) => `byline:${slug}`;

/** A publication with its long texts, and its existence. */
export const piece = (id: string) => `piece:${id}`;

/** A piece's current and former slugs under its author. */
export const pieceSlug = (authorId: string, slug: string) => `piece-slug:${authorId}/${slug}`;

/** The author's publications, and the list of them. */
export const piecesOf = (authorId: string) => `pieces-of:${authorId}`;

/** The category's publications, and the list of them. */
export const category = (name: string) => `category:${name}`;

/** The list of publications with the tag, in order, without their texts. */
export const tag = (name: string) => `tag:${name}`;

/** The seller's products, and the list of them. */
export const productsOf = (sellerId: string) => `products-of:${sellerId}`;

/** Products related to a piece, listed or not, with all that is shown of them. */
export const pieceProducts = (pieceId: string) => `piece-products:${pieceId}`;

/** Pieces related to a product, published or not. */
export const productPieces = (productId: string) => `product-pieces:${productId}`;

/** A series and the order of its parts, published or not. */
export const series = (id: string) => `series:${id}`;

/** The writer's series, and the list of them. */
export const seriesOf = (authorId: string) => `series-of:${authorId}`;

/** A series' current and former slugs under its writer. */
export const seriesSlug = (authorId: string, slug: string) => `series-slug:${authorId}/${slug}`;
