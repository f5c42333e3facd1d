// Media types of the image encodings.

import type { ImageEncoding } from '../schemas/vocabulary.ts';

const SIGNATURES: { readonly [type: string]: string } = {
  'image/jpeg': 'ffd8ff',
  'image/png': '89504e47',
  'image/gif': '47494638',
};

export function typeOf(encoding: ImageEncoding, bytes: Buffer): string {
  if (encoding !== 'fallback') return `image/${encoding}`;
  const start = bytes.subarray(0, 4).toString('hex');
  const found = Object.entries(SIGNATURES).find(([, signature]) => start.startsWith(signature));
  return found?.[0] ?? 'application/octet-stream';
}
