// Interface of image storage. Names are hashes of content, so the content of a name never changes.

export interface StoredFile {
  readonly name: string;
  readonly bytes: number;
  readonly modifiedAt: Date;
}

export interface MediaStorage {
  /** Durable when it resolves. */
  put(name: string, bytes: Buffer): Promise<void>;
  get(name: string): Promise<Buffer | null>;
  /** Lists partial files of dead processes too. */
  list(): AsyncIterable<StoredFile>;
  remove(name: string): Promise<void>;
}
