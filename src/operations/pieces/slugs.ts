// Finds a slug that no other piece of the author has or had.

import { randomUUID } from 'node:crypto';
import type { Store } from '../../store/store.ts';

const NUMBERED = 20;

export async function freeSlug(store: Store, authorId: string, wanted: string): Promise<string> {
  const taken = await store.pieces.slugsTaken(authorId, slugsFor(wanted));
  return firstFree(wanted, taken);
}

/** The slugs that firstFree may try, for the caller to look up first. */
export const slugsFor = (wanted: string): string[] => [
  wanted,
  ...Array.from({ length: NUMBERED }, (_, at) => `${wanted}-${at + 2}`),
];

export const firstFree = (wanted: string, taken: ReadonlySet<string>): string =>
  slugsFor(wanted).find((slug) => !taken.has(slug)) ?? `${wanted}-${randomUUID().slice(0, 8)}`;
