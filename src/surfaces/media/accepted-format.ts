// Content negotiation for images, by the Accept header.

import { IMAGE_ENCODINGS, type ImageEncoding } from '../../schemas/vocabulary.ts';

/** Clients that know a newer image format list it; wildcards include only the old formats. */
const NAMES: { readonly [encoding in ImageEncoding]: readonly string[] } = {
  avif: ['image/avif'],
  webp: ['image/webp'],
  fallback: ['image/jpeg', 'image/png', 'image/gif', 'image/*', '*/*'],
};

/** Best format first. The fallback is always included, because an image in the wrong format is better than none. */
export function acceptedEncodings(header: string | undefined): ImageEncoding[] {
  const weights = weightsIn(header ?? '');
  const weightOf = (encoding: ImageEncoding) =>
    Math.max(0, ...NAMES[encoding].map((name) => weights.get(name) ?? 0));
  const liked = IMAGE_ENCODINGS.filter((encoding) => weightOf(encoding) > 0).sort(
    (one, other) => weightOf(other) - weightOf(one),
  );
  return liked.includes('fallback') ? liked : [...liked, 'fallback'];
}

function weightsIn(header: string): Map<string, number> {
  const ranges = header.toLowerCase().split(',').slice(0, 100);
  return new Map(
    ranges.map((range) => {
      const [name = '', ...parameters] = range.split(';').map((part) => part.trim());
      const weight = parameters.find((parameter) => parameter.startsWith('q='));
      return [name, weight === undefined ? 1 : Number(weight.slice(2)) || 0];
    }),
  );
}
