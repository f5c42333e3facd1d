// What search looks at. A bulk act leaves it behind and marks so in its transaction; it is then brought up to
// date in small ones, because it takes far longer to write than all the rest, and others want to write too.

import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { fold } from '../../rendering/text/fold.ts';
import type { UnindexedPiece } from '../../store/publications/search-texts.ts';
import type { Store } from '../../store/store.ts';
import type { PieceTextRow } from '../../store/tables/publications.ts';
import { type Context, timestamp } from '../operation.ts';

/** About a tenth of a second on SQLite for one transaction; in the pause others can write. */
const AT_ONCE = { pieces: 50, characters: 100_000 };
const PAUSE_MS = 10;

/** Settings from the first name to the second say since when the search index is behind. */
const MARKS = ['search index behind ', 'search index behind!'] as const;

export const foldedText = ({ position, headline, sub, text }: UnindexedPiece): PieceTextRow => ({
  position,
  headline: fold(headline),
  sub: fold(sub ?? ''),
  body: fold(text),
});

/** For a transaction that leaves the search index behind; `updateSearchIndex` follows it. */
export const leaveSearchIndexBehind = ({ store, now }: Context) =>
  store.settings.getOrSet(MARKS[0] + randomUUID(), timestamp(now()));

export const isSearchIndexBehind = async ({ store }: Context): Promise<boolean> =>
  (await store.settings.namesBetween(...MARKS)).length > 0;

/** Whatever a bulk act left behind, of this process or of one that ended too early. It can be run again. */
export async function updateSearchIndex({ store }: Pick<Context, 'store'>): Promise<void> {
  // What came with these marks is seen by everything below.
  const marks = await store.settings.namesBetween(...MARKS);
  if (marks.length === 0) return;
  await inParts(store, removeStrays);
  await inParts(store, addMissing);
  for (const mark of marks) await store.settings.remove(mark);
}

/** Does a part of the work after this position; returns where it ended, or undefined at the end. */
type Part = (store: Store, after: number) => Promise<number | undefined>;

async function inParts(store: Store, part: Part): Promise<void> {
  let after: number | undefined = 0;
  while (after !== undefined) {
    const from: number = after;
    after = await store.transaction((tx) => part(tx, from));
    // Whoever waits for the lock of the database gets it now.
    await setTimeout(PAUSE_MS);
  }
}

const removeStrays: Part = async (store, after) => {
  const strays = await store.searchTexts.strays(after, AT_ONCE.pieces);
  const some = upToLength(strays, ({ length }) => length);
  await store.searchTexts.remove(some.map(({ position }) => position));
  return some.at(-1)?.position;
};

const addMissing: Part = async (store, after) => {
  const missing = await store.searchTexts.unindexed(after, AT_ONCE.pieces);
  const some = upToLength(missing, ({ text }) => text.length);
  await store.searchTexts.put(some.map(foldedText));
  return some.at(-1)?.position;
};

/** The first of these, and others after it as long as all together are not too long. */
function upToLength<Row>(rows: Row[], lengthOf: (row: Row) => number): Row[] {
  let length = 0;
  return rows.filter((row, at) => {
    length += lengthOf(row);
    return at === 0 || length <= AT_ONCE.characters;
  });
}
