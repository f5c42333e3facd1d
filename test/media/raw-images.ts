// Image files made by hand: what no encoder would write.

import { crc32, deflateSync } from 'node:zlib';

export const PNG_SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');

const bytes32 = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value >>> 0);
  return bytes;
};

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  return Buffer.concat([bytes32(data.length), body, bytes32(crc32(body))]);
}

/** The passes of an interlaced image: first column and row, and the steps. */
const ADAM7 = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
];

interface PngOptions {
  depth?: number;
  colour?: number;
  interlaced?: boolean;
  /** Unpacked; as many zeros as the size calls for when left out. */
  rows?: Buffer;
}

/** A PNG of any declared size whose rows are all zero: black, and tiny when packed. */
export function png(width: number, height: number, options: PngOptions = {}): Buffer {
  const { depth = 1, colour = 0, interlaced = false } = options;
  const channels = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }[colour] ?? 1;
  const sized = (across: number, down: number) =>
    across * down === 0 ? 0 : down * (1 + Math.ceil((across * depth * channels) / 8));
  const passes = interlaced ? ADAM7 : [[0, 0, 1, 1]];
  const packed = passes.map(([x = 0, y = 0, dx = 1, dy = 1]) =>
    sized(Math.ceil((width - x) / dx), Math.ceil((height - y) / dy)),
  );
  const rows = options.rows ?? Buffer.alloc(packed.reduce((sum, each) => sum + each));
  const header = Buffer.concat([
    bytes32(width),
    bytes32(height),
    Buffer.from([depth, colour, 0, 0, interlaced ? 1 : 0]),
  ]);
  return Buffer.concat([
    PNG_SIGNATURE,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Puts a chunk right behind the header of a PNG. */
export const withChunk = (image: Buffer, type: string, data: Buffer) =>
  Buffer.concat([image.subarray(0, 33), chunk(type, data), image.subarray(33)]);

/** Puts a segment right behind the start of a JPEG. */
export function withSegment(image: Buffer, marker: number, data: Buffer | string): Buffer {
  const body = Buffer.from(data);
  const head = Buffer.from([0xff, marker, (body.length + 2) >> 8, (body.length + 2) & 0xff]);
  return Buffer.concat([image.subarray(0, 2), head, body, image.subarray(2)]);
}

/** Puts an extension or anything else before the first image of a GIF with a global table. */
export function withGifBlock(image: Buffer, block: Buffer): Buffer {
  const packed = image[10] ?? 0;
  const start = 13 + (packed & 0x80 ? 3 * 2 ** ((packed & 7) + 1) : 0);
  return Buffer.concat([image.subarray(0, start), block, image.subarray(start)]);
}

/** A GIF of one-colour frames, each of the full declared size, in a few bytes. */
export function gif(width: number, height: number, frames: number): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt16LE(width, 0);
  size.writeUInt16LE(height, 2);
  const head = Buffer.concat([
    Buffer.from('GIF89a'),
    size,
    Buffer.from([0x80, 0, 0, 0, 0, 0, 255, 255, 255]),
  ]);
  const frame = Buffer.concat([
    Buffer.from([0x21, 0xf9, 4, 0, 1, 0, 0, 0, 0x2c, 0, 0, 0, 0]),
    size,
    Buffer.from([0, 2, 2, 0x44, 1, 0]),
  ]);
  return Buffer.concat([head, ...Array.from({ length: frames }, () => frame), Buffer.from([0x3b])]);
}

/** The declared size of a JPEG, changed. */
export function resizedJpeg(image: Buffer, width: number, height: number): Buffer {
  const copy = Buffer.from(image);
  const frame = copy.indexOf(Buffer.from('ffc0', 'hex'));
  copy.writeUInt16BE(height, frame + 5);
  copy.writeUInt16BE(width, frame + 7);
  return copy;
}

/** The head of a lossless WebP, and nothing to draw. */
export function webpHead(width: number, height: number): Buffer {
  const image = Buffer.alloc(200);
  image.write('RIFF');
  image.writeUInt32LE(image.length - 8, 4);
  image.write('WEBPVP8L', 8);
  image.writeUInt32LE(image.length - 20, 16);
  image[20] = 0x2f;
  image.writeUInt32LE((width - 1) | ((height - 1) << 14), 21);
  return image;
}

/** A WebP whose extended header claims another canvas. */
export function webpWithCanvas(image: Buffer, width: number, height: number): Buffer {
  const canvas = Buffer.alloc(18);
  canvas.write('VP8X');
  canvas.writeUInt32LE(10, 4);
  canvas.writeUIntLE(width - 1, 12, 3);
  canvas.writeUIntLE(height - 1, 15, 3);
  const whole = Buffer.concat([image.subarray(0, 12), canvas, image.subarray(12)]);
  whole.writeUInt32LE(whole.length - 8, 4);
  return whole;
}

/** A chunk at the end of a WebP, counted in. */
export function withRiffChunk(image: Buffer, type: string, data: string): Buffer {
  const padded = Buffer.from(data.length % 2 ? `${data} ` : data);
  const size = Buffer.alloc(4);
  size.writeUInt32LE(padded.length);
  const whole = Buffer.concat([image, Buffer.from(type), size, padded]);
  whole.writeUInt32LE(whole.length - 8, 4);
  return whole;
}

/** The declared size of an AVIF, changed. */
export function resizedAvif(image: Buffer, width: number, height: number): Buffer {
  const copy = Buffer.from(image);
  const size = copy.indexOf('ispe') + 8;
  copy.writeUInt32BE(width, size);
  copy.writeUInt32BE(height, size + 4);
  return copy;
}

/** A progressive JPEG whose last scan is repeated many times. */
export function withScans(image: Buffer, times: number): Buffer {
  const end = image.length - 2;
  const scan = image.subarray(image.lastIndexOf(Buffer.from('ffda', 'hex')), end);
  const scans = Array.from({ length: times }, () => scan);
  return Buffer.concat([image.subarray(0, end), ...scans, image.subarray(end)]);
}
