/** Types for the part of yauzl that the tests use; the package has none. */

declare module 'yauzl' {
  import type { Readable } from 'node:stream';

  interface Entry {
    readonly fileName: string;
  }
  interface ZipFile {
    readonly entryCount: number;
    eachEntry(): AsyncIterable<Entry>;
    openReadStreamPromise(entry: Entry): Promise<Readable>;
  }
  export function fromBufferPromise(bytes: Buffer): Promise<ZipFile>;
}
