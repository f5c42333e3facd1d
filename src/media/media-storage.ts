// What keeping images takes. A name says what is in it, so nothing under a name ever changes.

export interface MediaStorage {
  put(name: string, bytes: Buffer): Promise<void>;
  get(name: string): Promise<Buffer | null>;
}
