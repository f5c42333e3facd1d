// Limits of products: how many a shop may have, and how long their fields may be.

export const PRODUCT_LIMITS = {
  perShop: 200,
  name: 120,
  description: 2000,
  relatedPieces: 5,
} as const;
