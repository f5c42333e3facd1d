// What search looks at. A bulk act leaves it behind, in a backlog; it is then brought up to date in small
// transactions, because it takes far longer to write than all the rest, and others want to write too.

import { setTimeout } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { textIn } from '../../rendering/stored-content.ts';
import { fold } from '../../rendering/text/fold.ts';
import type { UnindexedPiece } from '../../store/publications/search-texts.ts';
import type { Store } from '../../store/store.ts';
import type { PieceTextRow } from '../../store/tables/publications.ts';
import type { Context } from '../operation.ts';

/** About a tenth of a second on SQLite for one transaction; in the pause others can write. */
const AT_ONCE = { pieces: 50, characters: 100_000 };
const PAUSE_MS = 10;

export const foldedText = ({
  position,
  headline,
  sub,
  text_json,
}: UnindexedPiece): PieceTextRow => ({
  position,
  headline: fold(headline),
  sub: fold(sub ?? ''),
  body: fold(textIn({ text_json })),
});

/** Whatever bulk acts left behind, of this process or of one that ended too early. */
export async function updateSearchIndex(
  { store }: Pick<Context, 'store'>,
  signal?: AbortSignal,
): Promise<void> {
  while (!signal?.aborted && (await store.searchTexts.isBehind())) {
    await store.transaction(updateSome);
    // Whoever waits for the lock of the database gets it now.
    await setTimeout(PAUSE_MS);
  }
}

async function updateSome({ searchTexts }: Store): Promise<void> {
  const left = await searchTexts.backlog(AT_ONCE.pieces);
  const found = await searchTexts.unindexed(left.map(({ position }) => position));
  let characters = 0;
  // The first, and others after it as long as all together are not too long.
  const some = left.filter(({ position, length }, at) => {
    const text = found.find((each) => each.position === position)?.text_json ?? '';
    characters += length + text.length;
    return at === 0 || characters <= AT_ONCE.characters;
  });
  const positions = some.map(({ position }) => position);
  const rows = found.filter(({ position }) => positions.includes(position)).map(foldedText);
  // Most texts stay as they are where only the rules have changed: writing the index is what takes long.
  const known = new Map((await searchTexts.texts(positions)).map((row) => [row.position, row]));
  const same = rows.filter((row) => isDeepStrictEqual({ ...known.get(row.position) }, row));
  const kept = new Set(same.map(({ position }) => position));
  await searchTexts.keep([...kept]);
  await searchTexts.replace(
    positions.filter((position) => !kept.has(position)),
    rows.filter(({ position }) => !kept.has(position)),
  );
}
