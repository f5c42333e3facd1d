// Limits of products: their number in a shop, and what each consists of.

export const PRODUCT_LIMITS = {
  perShop: 200,
  name: 120,
  description: 2000,
  relatedPieces: 5,
} as const;
