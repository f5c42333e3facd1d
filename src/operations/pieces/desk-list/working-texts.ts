// Updates the texts that the desk's search reads, when a writer searches.

import { setImmediate } from 'node:timers/promises';
import { fold } from '../../../rendering/text/fold.ts';
import { PIECE_LIMITS } from '../../../schemas/piece-limits.ts';
import type { Store } from '../../../store/store.ts';
import type { PieceVersionRow, WorkingTextRow } from '../../../store/tables/pieces.ts';

const TEXTS_AT_ONCE = 100;

interface Updates {
  running: Promise<void>;
  /** A run that starts after `running`, for all calls that came meanwhile: `running` may have missed their texts. */
  next?: Promise<void>;
}

const updates = new Map<string, Updates>();

/** Folds texts only when needed, so that saving stays quick. Concurrent calls share a run. */
export function updateWorkingTexts(store: Store, accountId: string): Promise<void> {
  const known = updates.get(accountId);
  if (!known) return begun(store, accountId);
  known.next ??= known.running.catch(() => {}).then(() => begun(store, accountId));
  return known.next;
}

function begun(store: Store, accountId: string): Promise<void> {
  const entry: Updates = { running: foldStale(store, accountId) };
  updates.set(accountId, entry);
  const end = () => {
    if (!entry.next) updates.delete(accountId);
  };
  entry.running.then(end, end);
  return entry.running;
}

/** Reads the next texts while the previous ones are written. */
async function foldStale({ deskList: texts }: Store, accountId: string): Promise<void> {
  const stale = await texts.staleIds(accountId);
  const read = async (from: number) => {
    const ids = stale.slice(from, from + TEXTS_AT_ONCE);
    return ids.length > 0 ? texts.workingCopies(ids) : [];
  };
  let copies = await read(0);
  for (let next = TEXTS_AT_ONCE; next - TEXTS_AT_ONCE < stale.length; next += TEXTS_AT_ONCE) {
    const folded = await foldedTexts(copies);
    [copies] = await Promise.all([read(next), texts.putTexts(folded)]);
  }
}

/** Yields to other work after each long text. */
async function foldedTexts(copies: readonly PieceVersionRow[]): Promise<WorkingTextRow[]> {
  const rows: WorkingTextRow[] = [];
  let length = 0;
  for (const { piece_id, number, headline, sub, body_md } of copies) {
    rows.push({
      piece_id,
      version: number,
      text: fold([headline, sub ?? '', body_md].join('\n')),
    });
    length += body_md.length;
    if (length < PIECE_LIMITS.bodyMd) continue;
    length = 0;
    await setImmediate();
  }
  return rows;
}
