// Covers stored as one text, to be compared as a whole. The editor's script loads this file: no schema library.

export interface Cover {
  /** A path for uploaded images, an https URL for others. */
  readonly url: string;
  readonly alt: string;
  readonly caption: string | null;
}

/** The order of fields is fixed, so that equal covers are equal text. */
export const storedCover = ({ url, alt, caption }: Cover): string =>
  JSON.stringify({ url, alt, caption: caption?.trim() ? caption : null });

export const coverIn = (stored: string | null): Cover | null =>
  stored === null || stored === '' ? null : JSON.parse(stored);

/** True if a cover lacks alternative text, which drafts may lack but publishing and review require. */
export const lacksAltText = ({ image }: { readonly image: string | null }): boolean =>
  coverIn(image)?.alt.trim() === '';

/** The cover as text for comparing versions, with each part on a line. */
export function coverLines(stored: string | null): string {
  const cover = coverIn(stored);
  if (!cover) return '';
  const { url, alt, caption } = cover;
  return [url, `Alt text: ${alt}`, ...(caption ? [`Caption: ${caption}`] : [])].join('\n');
}
