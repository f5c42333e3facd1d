// Limits of uploaded images, decoded and as stored, and the size of social images.

export const IMAGE_LIMITS = {
  uploadBytes: 10 * 1024 * 1024,
  /** Default of the operator's setting, in millions of pixels. */
  megapixels: 50,
  side: 2000,
  frames: 300,
  /** Pixels of all frames of an animation, as a share of the limit. */
  animationShare: 0.5,
  animationSide: 1000,
  altText: 500,
  caption: 500,
} as const;

export const SOCIAL_IMAGE = { width: 1200, height: 630 } as const;
