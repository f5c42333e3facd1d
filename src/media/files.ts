// Files by their content: the name is the hash, so a file never changes under its name.

import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const NAME = /^[0-9a-f]{64}\.webp$/;

export const mediaPath = (name: string) => `/media/${name}`;

/** Keeps the bytes and says under which name. */
export async function keepFile(folder: string, bytes: Buffer): Promise<string> {
  const name = `${createHash('sha256').update(bytes).digest('hex')}.webp`;
  await mkdir(folder, { recursive: true });
  // Under its name only when it is whole.
  const partial = join(folder, `.${randomUUID()}`);
  await writeFile(partial, bytes);
  await rename(partial, join(folder, name));
  return name;
}

export async function readKept(folder: string, name: string): Promise<Buffer | null> {
  if (!NAME.test(name)) return null;
  return readFile(join(folder, name)).catch(() => null);
}
