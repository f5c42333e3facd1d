// Carries out erasures: those that are due, and again those that a restored backup doesn't know of.

import type { ErasureRow } from '../../store/tables/erasures.ts';
import { type Context, timestamp } from '../operation.ts';
import { beginErasure } from './begin-erasure.ts';
import { eraseElsewhere, erasePieces } from './erase-pieces.ts';
import { addToErasedList, type Listed, ownErasedList, readErasedList } from './erased-list.ts';
import { finishErasure } from './finish-erasure.ts';

/** One erasure that fails doesn't keep the others from being carried out; the first failure is thrown at the end. */
export async function eraseDue(context: Context, signal?: AbortSignal): Promise<void> {
  const { store, now } = context;
  const failures: unknown[] = [];
  await hideErased(context);
  for (const row of await store.erasures.due(timestamp(now()))) {
    if (signal?.aborted) break;
    await eraseAccount(context, row, signal).catch((error) => failures.push(error));
  }
  await listErased(context);
  if (failures.length > 0) throw failures[0];
}

/** Resumes where an earlier run was stopped. */
export async function eraseAccount(
  context: Context,
  erasure: ErasureRow,
  signal?: AbortSignal,
): Promise<void> {
  await beginErasure(context, erasure.account_id);
  const isDone =
    (await erasePieces(context, erasure, signal)) &&
    (await eraseElsewhere(context, erasure, signal));
  if (isDone) await finishErasure(context, erasure);
}

/**
 * Accounts on the list that the database still has are hidden immediately: it was restored from a backup of before
 * their erasure. Returns how many.
 */
export async function hideErased(context: Context): Promise<number> {
  const { store } = context;
  let hidden = 0;
  for (const listed of await readErasedList(ownErasedList(context.config))) {
    const known = await store.erasures.of(listed.account);
    if (known?.begun_at || !(await store.accounts.byId(listed.account))) continue;
    await store.transaction(async (tx) => {
      await tx.erasures.cancel(listed.account);
      await tx.erasures.insert(rowOf(listed, timestamp(context.now())));
    });
    await beginErasure(context, listed.account, { slug: listed.slug });
    hidden += 1;
  }
  return hidden;
}

const rowOf = ({ account, erased_at, pieces, keep_as }: Listed, due_at: string): ErasureRow => ({
  ...{ account_id: account, asked_by: 'operator', pieces, keep_as: keep_as ?? null, due_at },
  ...{ asked_at: timestamp(erased_at), begun_at: null, finished_at: null },
});

/** Each machine that serves has the whole list. */
export async function listErased({ store, config }: Context): Promise<void> {
  const rows = await store.erasures.finished();
  if (rows.length === 0) return;
  const authors = await store.authors.byIds(rows.map(({ account_id }) => account_id));
  const slugOf = new Map(authors.map(({ id, slug }) => [id, slug]));
  const entries = rows.map(({ account_id, pieces, keep_as, finished_at, due_at }): Listed => {
    const slug = slugOf.get(account_id);
    return {
      ...{ account: account_id, erased_at: finished_at ?? due_at, pieces },
      ...(keep_as !== null && { keep_as, ...(slug !== undefined && { slug }) }),
    };
  });
  await addToErasedList(ownErasedList(config), entries);
}
