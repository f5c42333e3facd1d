// ZIP files that are larger than the format's first fields have room for, as another program reads them.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { crc32, deflateRawSync } from 'node:zlib';
import { fromBufferPromise } from 'yauzl';
import {
  directoryEntryOf,
  endOf,
  headerOf,
  type ZippedFile,
} from '../../../src/operations/download/zip-format.ts';

const content = Buffer.from('Hello');
const deflated = deflateRawSync(content);

const fileAt = (offset: number, name: string): ZippedFile => ({
  ...{ name, offset, modifiedAt: new Date('2026-11-19T10:20:31.500Z') },
  ...{ crc: crc32(content), deflated: deflated.length, size: content.length },
});

test('more files than two bytes count', async () => {
  const files: ZippedFile[] = [];
  const parts: Buffer[] = [];
  let offset = 0;
  for (let at = 0; at < 65_600; at += 1) {
    const file = fileAt(offset, `${at}.txt`);
    const header = headerOf(file);
    files.push(file);
    parts.push(header, deflated);
    offset += header.length + deflated.length;
  }
  const directory = Buffer.concat(files.map(directoryEntryOf));
  const end = endOf(files.length, offset, offset + directory.length);
  const zip = await fromBufferPromise(Buffer.concat([...parts, directory, end]));
  assert.equal(zip.entryCount, 65_600);
});

test('a file that begins beyond four gigabytes', async () => {
  const far = 5_000_000_000;
  const entry = directoryEntryOf(fileAt(far, 'far.txt'));
  // The place in the entry's last extra field: behind the time, an id and a length.
  assert.equal(Number(entry.readBigUInt64LE(entry.length - 8)), far);
  assert.equal(entry.readUInt32LE(42), 0xffff_ffff);
  const end = endOf(1, far, far + entry.length);
  assert.deepEqual(
    [Number(end.readBigUInt64LE(48)), Number(end.readBigUInt64LE(64)), end.readUInt32LE(92)],
    [far, far + entry.length, 0xffff_ffff],
  );
});
