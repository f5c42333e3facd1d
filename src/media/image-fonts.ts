// Loads the site's typefaces, as TrueType files, for drawn images.

import { fileURLToPath } from 'node:url';
import sharp from 'sharp';

const FOLDER = new URL('../../assets/image-fonts/', import.meta.url);
const FACES = ['500-normal', '400-italic'].flatMap((face) =>
  ['latin', 'latin-ext'].map((subset) => `newsreader-${subset}-${face}.ttf`),
);

let loading: Promise<void> | undefined;

/** Call loadFonts before anything is drawn: it registers the typefaces with the image library by name. */
export function loadFonts(): Promise<void> {
  loading ??= loadAll().catch((error) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

async function loadAll(): Promise<void> {
  for (const face of FACES) {
    const fontfile = fileURLToPath(new URL(face, FOLDER));
    await sharp({ text: { text: 'a', fontfile } })
      .raw()
      .toBuffer();
  }
}
