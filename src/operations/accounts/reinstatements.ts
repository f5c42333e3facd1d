// Reinstatements: a suspended writer's approved pieces become public again, a few per transaction.

import { withinMs } from '../../jobs/periodic.ts';
import type { Store } from '../../store/store.ts';
import type { AuthorRow } from '../../store/tables/authors.ts';
import { type Context, timestamp } from '../operation.ts';
import { restorePublications, showHidden } from '../publishing/restore-publications.ts';
import { announce, feedsOfAuthor } from '../websub/websub.ts';

/** The prefix of settings by author id, whose values are times of suspension. */
const UNFINISHED = 'reinstating ';
const LEASED = 'reinstating-until ';

/** The lease of a reinstatement, renewed with each batch. Two processes on one reinstatement do no harm. */
const LEASE_MS = 60_000;

const PATIENCE_MS = 3_000;

export const isReinstating = async (store: Store, id: string): Promise<boolean> =>
  (await store.settings.get(UNFINISHED + id)) !== undefined;

/** Returns false if the writer is neither suspended nor still being reinstated. */
export async function beginReinstatement(
  store: Store,
  { id, suspended_at }: AuthorRow,
): Promise<boolean> {
  if (suspended_at === null) return isReinstating(store, id);
  await store.transaction(async (tx) => {
    await tx.authors.update(id, { suspended_at: null });
    await tx.settings.getOrSet(UNFINISHED + id, suspended_at);
  });
  return true;
}

/** Call cancelReinstatement with positions locked. A process that reinstates the author stops before its next batch. */
export async function cancelReinstatement(store: Store, id: string): Promise<void> {
  await store.settings.remove(UNFINISHED + id);
  await store.settings.remove(LEASED + id);
}

/** Waits a few seconds for the reinstatement. The job finishReinstatements does the rest, and retries failures. */
export async function reinstateSoon(context: Context, slug: string): Promise<void> {
  const author = await context.store.authors.bySlug(slug);
  // An author who isn't suspended isn't an error, because an admin may double-click.
  if (!author || !(await beginReinstatement(context.store, author))) return;
  const signal = AbortSignal.timeout(PATIENCE_MS);
  const work = finishLeased(context, author.id, signal).catch(() => {});
  await withinMs(PATIENCE_MS, work);
}

/** Finishes reinstatements that ran out of time, or whose process died. */
export async function finishReinstatements(context: Context, signal: AbortSignal): Promise<void> {
  for (const name of await context.store.settings.namesWithPrefix(UNFINISHED)) {
    await finishLeased(context, name.slice(UNFINISHED.length), signal);
  }
}

async function finishLeased(context: Context, id: string, signal: AbortSignal): Promise<void> {
  const { settings } = context.store;
  const now = timestamp(context.now());
  if (signal.aborted || !(await settings.lease(LEASED + id, now, leasedUntil(context)))) return;
  try {
    await finishReinstatement(context, id, signal);
  } finally {
    await settings.remove(LEASED + id);
  }
}

const leasedUntil = ({ now }: Context) => timestamp(new Date(now().getTime() + LEASE_MS));

/** Stops early if the signal is aborted or the writer is suspended again. */
export async function finishReinstatement(
  context: Context,
  id: string,
  signal?: AbortSignal,
): Promise<void> {
  const { store } = context;
  const since = await store.settings.get(UNFINISHED + id);
  if (since === undefined) return;
  const mayContinue = async ({ settings }: Store) => {
    if (signal?.aborted || (await settings.get(UNFINISHED + id)) !== since) return false;
    await settings.set(LEASED + id, leasedUntil(context));
    return true;
  };
  await restorePublications(context, id, showHidden(context, since), mayContinue);
  await store.transaction(async (tx) => {
    await tx.publications.lockPositions();
    if (!(await mayContinue(tx))) return;
    await cancelReinstatement(tx, id);
    const [author] = await tx.authors.byIds([id]);
    if (author) await announce(tx, feedsOfAuthor(context, author.slug), timestamp(context.now()));
  });
}
