// Updates the search index. A backlog is indexed in small transactions, because other writers can't wait long.

import { setTimeout } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { textIn } from '../../rendering/stored-content.ts';
import { fold } from '../../rendering/text/fold.ts';
import type { UnindexedPiece } from '../../store/publications/search-texts.ts';
import type { Store } from '../../store/store.ts';
import type { PieceTextRow } from '../../store/tables/publications.ts';
import type { Context } from '../operation.ts';

/** The size of a transaction, 0.1 s on SQLite; other processes write in the pause after it. */
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

/** Indexes the backlog of bulk actions, including those of processes that crashed. */
export async function updateSearchIndex(
  { store }: Pick<Context, 'store'>,
  signal?: AbortSignal,
): Promise<void> {
  while (!signal?.aborted && (await store.searchTexts.isBehind())) {
    await store.transaction(updateSome);
    // During the pause, a process that waits for the database's lock can take it.
    await setTimeout(PAUSE_MS);
  }
}

async function updateSome({ searchTexts }: Store): Promise<void> {
  const left = await searchTexts.backlog(AT_ONCE.pieces);
  const found = await searchTexts.unindexed(left.map(({ position }) => position));
  let characters = 0;
  // The first text is always taken; later ones while the total is small enough.
  const some = left.filter(({ position, length }, at) => {
    const text = found.find((each) => each.position === position)?.text_json ?? '';
    characters += length + text.length;
    return at === 0 || characters <= AT_ONCE.characters;
  });
  const positions = some.map(({ position }) => position);
  const rows = found.filter(({ position }) => positions.includes(position)).map(foldedText);
  // If only folding rules have changed, most texts are the same, and comparing is faster than writing.
  const known = new Map((await searchTexts.texts(positions)).map((row) => [row.position, row]));
  const same = rows.filter((row) => isDeepStrictEqual({ ...known.get(row.position) }, row));
  const kept = new Set(same.map(({ position }) => position));
  await searchTexts.keep([...kept]);
  await searchTexts.replace(
    positions.filter((position) => !kept.has(position)),
    rows.filter(({ position }) => !kept.has(position)),
  );
}
