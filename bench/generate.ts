// Writes a generated archive: node bench/generate.ts FILE COUNT [BYTES]

import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ArchiveGenerator } from './support/archive-generator.ts';

const [file, count = '1000', bytes = '4000'] = process.argv.slice(2);
if (file === undefined) throw new Error('Expected: node bench/generate.ts FILE COUNT [BYTES]');

const generator = new ArchiveGenerator();

function* lines(): Generator<string> {
  for (const author of generator.authors()) yield `${JSON.stringify(author)}\n`;
  for (const piece of generator.pieces(Number(count), Number(bytes))) {
    yield `${JSON.stringify(piece)}\n`;
  }
}

await pipeline(Readable.from(lines()), createWriteStream(file));
