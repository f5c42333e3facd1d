// Unpacks a ZIP: the bytes of each file by its name.

import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import { fromBufferPromise } from 'yauzl';

export async function unzipped(bytes: Buffer): Promise<Map<string, Buffer>> {
  const zip = await fromBufferPromise(bytes);
  const files = new Map<string, Buffer>();
  for await (const entry of zip.eachEntry()) {
    assert.ok(!files.has(entry.fileName), `${entry.fileName} is there twice`);
    files.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)));
  }
  return files;
}
