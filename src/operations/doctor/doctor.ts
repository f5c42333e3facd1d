// Every check, in order. They read, in pages, and change nothing.

import type { Context } from '../operation.ts';
import {
  checkClock,
  checkDatabase,
  checkDeliveries,
  checkReferences,
  checkReplica,
} from './database.ts';
import { checkDisk, checkImages, checkPermissions } from './files.ts';
import type { Finding } from './finding.ts';
import { checkPublications, checkSearch } from './publications.ts';
import { checkSchema, checkTypes } from './schema.ts';

/** Of the rows, which nobody can trust where the database is damaged. */
const OF_ROWS = [
  checkReferences,
  checkPublications,
  checkSearch,
  checkImages,
  checkClock,
  checkDeliveries,
  checkReplica,
];

/** Yields each finding as it is made: some checks take minutes on a large database. */
export async function* examine(context: Context): AsyncGenerator<Finding> {
  let isReadable = true;
  for (const check of [checkDatabase, checkSchema, checkTypes]) {
    if (!isReadable) break;
    const found = await check(context);
    yield* found;
    isReadable = found.every(({ isWell, isReadable: canBeRead = isWell }) => canBeRead);
  }
  if (isReadable) for (const check of OF_ROWS) yield* await check(context);
  yield* await checkPermissions(context);
  yield* await checkDisk(context);
}
