// Content that a stored image must not contain, looked for in its bytes and by decoding it.

import assert from 'node:assert/strict';
import sharp from 'sharp';

/** Is in every hostile payload. */
export const MARK = 'HOSTILE-MARK';

const MARKUP = [
  MARK,
  '<script',
  '<svg',
  '<html',
  '<?php',
  'javascript:',
  'alert(',
  '%PDF',
  'PK\x03\x04',
];

const ENDS: { [type: string]: (bytes: Buffer) => number } = {
  'image/jpeg': (bytes) => bytes.lastIndexOf(Buffer.from('ffd9', 'hex')) + 2,
  'image/png': (bytes) => bytes.indexOf('IEND') + 8,
  'image/gif': (bytes) => (bytes.at(-1) === 0x3b && bytes.at(-2) === 0 ? bytes.length : -1),
  'image/webp': (bytes) => bytes.readUInt32LE(4) + 8,
  'image/avif': lastBoxEnd,
};

function lastBoxEnd(bytes: Buffer): number {
  let end = 0;
  while (end + 8 <= bytes.length) end += Math.max(8, bytes.readUInt32BE(end));
  return end;
}

export async function assertClean(type: string, bytes: Buffer): Promise<void> {
  for (const word of MARKUP) assert.equal(bytes.indexOf(word), -1, `${word} in ${type}`);
  assert.equal(ENDS[type]?.(bytes), bytes.length, `bytes after the end of ${type}`);
  const metadata = await sharp(bytes, { animated: true }).metadata();
  const { exif, icc, xmp, iptc, comments, orientation } = metadata;
  assert.deepEqual([exif, icc, xmp, iptc, orientation], Array(5).fill(undefined), type);
  assert.deepEqual(comments ?? [], [], type);
  // Every pixel of it can be drawn.
  await sharp(bytes, { animated: true, failOn: 'warning' }).raw().toBuffer();
}
