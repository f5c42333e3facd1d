// Cover image above the text of a piece, with its caption.

import { coverIn } from '../../schemas/images/covers.ts';
import { imageAt } from '../../schemas/images/image-urls.ts';
import { type Html, html } from './html.ts';

interface ShownCover {
  readonly url: string;
  readonly alt: string;
  readonly caption: string | null;
  /** Width of an uploaded image, whose size is known; other images get a box of the usual shape. */
  readonly width?: number;
  readonly height?: number;
}

/** The cover has high priority because readers see it first; its size reserves space on the page. */
export const coverFigure = ({ url, alt, caption, width, height }: ShownCover): Html =>
  html`<figure class="cover${shapeOf(width, height)}"><img src="${url}" alt="${alt}"${
    width && html` width="${width}" height="${height}"`
  } decoding="async" fetchpriority="high">${caption && html`<figcaption>${caption}</figcaption>`}</figure>`;

function shapeOf(width = 0, height = 0): string {
  if (width === 0) return ' unsized';
  return height > width ? ' upright' : '';
}

export function versionCover(image: string | null): Html | null {
  const cover = coverIn(image);
  return cover && coverFigure({ ...cover, ...sizeOf(cover.url) });
}

function sizeOf(url: string) {
  const { width, height } = imageAt(url) ?? {};
  return width && height ? { width, height } : {};
}
