// What stands on a social image, and which way of drawing it this is.

export interface SocialWords {
  readonly headline: string;
  readonly standfirst: string;
  readonly byline: string;
  readonly siteName: string;
  readonly locale: string;
  readonly isRightToLeft: boolean;
}

/** Raise it when the drawing changes, so that what was kept is drawn anew. */
export const SOCIAL_DRAWING = 2;
