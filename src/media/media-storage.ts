// The interface of image storage. Names are hashes of content, so what a name stores never changes.

export interface StoredFile {
  readonly name: string;
  readonly bytes: number;
  readonly modifiedAt: Date;
}

export interface MediaStorage {
  /** Durable when it resolves. */
  put(name: string, bytes: Buffer): Promise<void>;
  get(name: string): Promise<Buffer | null>;
  /** Everything that is stored, half-written files of a process that died included. */
  list(): AsyncIterable<StoredFile>;
  remove(name: string): Promise<void>;
}
