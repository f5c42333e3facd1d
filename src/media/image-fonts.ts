// The house's faces for drawn images, as the drawing library takes them: plain files on the disk.

import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import sharp from 'sharp';

const FACES = ['500-normal', '400-italic'].flatMap((face) =>
  ['latin', 'latin-ext'].map((subset) => `newsreader-${subset}-${face}`),
);

let loading: Promise<void> | undefined;

/** Once, before anything is drawn: from then on the library knows the faces by their names. */
export function loadFonts(): Promise<void> {
  loading ??= loadAll().catch((error) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

async function loadAll(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'standfirst-fonts-'));
  for (const face of FACES) {
    const woff = new URL(import.meta.resolve(`@fontsource/newsreader/files/${face}.woff`));
    const fontfile = join(folder, `${face}.ttf`);
    await writeFile(fontfile, unpacked(await readFile(woff)));
    await sharp({ text: { text: 'a', fontfile } })
      .raw()
      .toBuffer();
  }
}

const WOFF_HEADER = 44;
const WOFF_ENTRY = 20;
const SFNT_HEADER = 12;
const SFNT_ENTRY = 16;

/** WOFF is the font's tables, each deflated; a TrueType file is the same tables as they are. */
function unpacked(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12);
  const head = Buffer.alloc(SFNT_HEADER + SFNT_ENTRY * count);
  const power = 2 ** Math.floor(Math.log2(count));
  head.writeUInt32BE(woff.readUInt32BE(4), 0);
  head.writeUInt16BE(count, 4);
  head.writeUInt16BE(power * SFNT_ENTRY, 6);
  head.writeUInt16BE(Math.log2(power), 8);
  head.writeUInt16BE((count - power) * SFNT_ENTRY, 10);
  const tables: Buffer[] = [];
  let offset = head.length;
  for (let at = 0; at < count; at += 1) {
    const entry = WOFF_HEADER + WOFF_ENTRY * at;
    const [from, packed, length] = [4, 8, 12].map((field) => woff.readUInt32BE(entry + field));
    const bytes = woff.subarray(from, Number(from) + Number(packed));
    const table = packed === length ? bytes : inflateSync(bytes);
    const target = SFNT_HEADER + SFNT_ENTRY * at;
    woff.copy(head, target, entry, entry + 4);
    woff.copy(head, target + 4, entry + 16, entry + 20);
    head.writeUInt32BE(offset, target + 8);
    head.writeUInt32BE(table.length, target + 12);
    // Every table begins at a multiple of four.
    const padding = Buffer.alloc((4 - (table.length % 4)) % 4);
    tables.push(table, padding);
    offset += table.length + padding.length;
  }
  return Buffer.concat([head, ...tables]);
}
