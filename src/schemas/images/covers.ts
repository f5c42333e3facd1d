// Stored covers: one text each, so that covers are compared, merged and taken as a whole. The editor's script
// loads this file, so it has no schemas.

export interface Cover {
  /** Path for uploaded images, https URL for any other. */
  readonly url: string;
  readonly alt: string;
  readonly caption: string | null;
}

/** Field order is fixed, so that equal covers are stored as equal text. */
export const storedCover = ({ url, alt, caption }: Cover): string =>
  JSON.stringify({ url, alt, caption: caption?.trim() ? caption : null });

export const coverIn = (stored: string | null): Cover | null =>
  stored === null || stored === '' ? null : JSON.parse(stored);

/** Publishing and review need alt text; drafts don't. */
export const lacksAltText = ({ image }: { readonly image: string | null }): boolean =>
  coverIn(image)?.alt.trim() === '';

/** Cover for a comparison: each part on its own line. */
export function coverLines(stored: string | null): string {
  const cover = coverIn(stored);
  if (!cover) return '';
  const { url, alt, caption } = cover;
  return [url, `Alt text: ${alt}`, ...(caption ? [`Caption: ${caption}`] : [])].join('\n');
}
