// The text of a social image, and the version of its design.

export interface SocialWords {
  readonly headline: string;
  readonly standfirst: string;
  readonly byline: string;
  readonly siteName: string;
  readonly locale: string;
  readonly isRightToLeft: boolean;
  /** The site's accent colour; without it, the default one. */
  readonly accent?: string;
}

/** Increase SOCIAL_DRAWING when the design changes, so that stored images are drawn again. */
export const SOCIAL_DRAWING = 2;
