// The formats in which images are stored, and their names.

/** In order of preference. The fallback is JPEG, PNG or GIF. */
export const ENCODINGS = ['avif', 'webp', 'fallback'] as const;
export type Encoding = (typeof ENCODINGS)[number];

const SIGNATURES: { readonly [type: string]: string } = {
  'image/jpeg': 'ffd8ff',
  'image/png': '89504e47',
  'image/gif': '47494638',
};

/** The media type of an image that we made. */
export function typeOf(encoding: Encoding, bytes: Buffer): string {
  if (encoding !== 'fallback') return `image/${encoding}`;
  const start = bytes.subarray(0, 4).toString('hex');
  const found = Object.entries(SIGNATURES).find(([, signature]) => start.startsWith(signature));
  return found?.[0] ?? 'application/octet-stream';
}
