// The interface of image storage. Names are hashes of content, so the content of a name never changes.

export interface StoredFile {
  readonly name: string;
  readonly bytes: number;
  readonly modifiedAt: Date;
}

export interface MediaStorage {
  /** Resolves once the bytes are durable. */
  put(name: string, bytes: Buffer): Promise<void>;
  get(name: string): Promise<Buffer | null>;
  /** Also lists partial files of processes that died. */
  list(): AsyncIterable<StoredFile>;
  remove(name: string): Promise<void>;
}
