// The interface of image storage. Names are hashes of content, so what a name stores never changes.

export interface MediaStorage {
  put(name: string, bytes: Buffer): Promise<void>;
  get(name: string): Promise<Buffer | null>;
}
