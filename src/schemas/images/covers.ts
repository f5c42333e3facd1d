// The cover of a piece, as versions and publications store it: one text, so that it is compared, merged and taken
// as a whole. The editor's script loads this file, so no schema is in it.

export interface Cover {
  /** Of one of our own images without the base URL, of any other with https. */
  readonly url: string;
  /** Empty only while a draft is being written. */
  readonly alt: string;
  readonly caption: string | null;
}

/** The order of the fields is part of what is stored: the same cover is the same text. */
export const storedCover = ({ url, alt, caption }: Cover): string =>
  JSON.stringify({ url, alt, caption: caption?.trim() ? caption : null });

export const coverIn = (stored: string | null): Cover | null =>
  stored === null || stored === '' ? null : JSON.parse(stored);

/** A draft may lack it; what others are to see may not. */
export const lacksAltText = ({ image }: { readonly image: string | null }): boolean =>
  coverIn(image)?.alt.trim() === '';

/** As people compare it: each part on a line of its own. */
export function coverLines(stored: string | null): string {
  const cover = coverIn(stored);
  if (!cover) return '';
  const { url, alt, caption } = cover;
  return [url, `Alt text: ${alt}`, ...(caption ? [`Caption: ${caption}`] : [])].join('\n');
}
