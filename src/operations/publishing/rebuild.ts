// Rebuilds everything derived from pieces: publications and the search index.

import type { AuthorRow } from '../../store/tables/authors.ts';
import { authorText } from '../authors/author-text.ts';
import { type Context, timestamp } from '../operation.ts';
import { replacePublication } from './build-publication.ts';
import { latestTime } from './publishing-clock.ts';
import { restorePublications } from './restore-publications.ts';
import { updateSearchIndex } from './search-index.ts';

const AUTHORS = 50;

/** For the operator, after faults that `doctor` found. Publishes only approved versions, without notifications. */
export async function rebuild(context: Context): Promise<number> {
  const { store } = context;
  // The index is rebuilt first, because removing rows below needs correct entries.
  await store.rebuildSearchIndex();
  await store.transaction(async (tx) => {
    await tx.publications.lockPositions();
    await tx.publications.removeStrays();
    await tx.searchTexts.leaveStrays();
  });
  await store.transaction((tx) => restoreOrder({ ...context, store: tx }));
  let pieces = 0;
  for (let page = await store.authors.page(null, AUTHORS); page.length > 0; ) {
    for (const author of page) pieces += await rebuildAuthor(context, author);
    page = await store.authors.page(page.at(-1)?.slug ?? null, AUTHORS);
  }
  await updateSearchIndex(context);
  return pieces;
}

/** Dates pieces of the future now, then gives all pieces the order of their dates. */
async function restoreOrder({ store, now }: Context): Promise<void> {
  const { publications } = store;
  await store.unhurried();
  await publications.lockPositions();
  const at = now();
  await publications.endFutureTimes({ latest: latestTime(at), at: timestamp(at) });
  const range = await publications.outOfOrder();
  if (range) await publications.renumberPositions(range);
}

async function rebuildAuthor(context: Context, author: AuthorRow): Promise<number> {
  const { store } = context;
  await store.transaction(async (tx) => {
    await tx.publications.lockPositions();
    if (author.suspended_at !== null) await tx.publications.removeByAuthor(author.id);
    await tx.authors.refreshStats([author.id]);
    await tx.authors.putText(author.id, authorText(author));
  });
  return restorePublications(context, author.id, replacePublication);
}
