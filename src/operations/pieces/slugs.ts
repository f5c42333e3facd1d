// A slug for a piece that no other piece of the author has or had.

import { randomUUID } from 'node:crypto';
import type { Store } from '../../store/store.ts';

const NUMBERED = 20;

export async function freeSlug(
  store: Store,
  authorId: string,
  wanted: string,
  alsoTaken: ReadonlySet<string> = new Set(),
): Promise<string> {
  const numbered = Array.from({ length: NUMBERED }, (_, at) => `${wanted}-${at + 2}`);
  const candidates = [wanted, ...numbered];
  const taken = await store.pieces.slugsTaken(authorId, candidates);
  const free = candidates.find((slug) => !taken.has(slug) && !alsoTaken.has(slug));
  return free ?? `${wanted}-${randomUUID().slice(0, 8)}`;
}
