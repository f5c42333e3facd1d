// Every check, in order. They read, in pages, and change nothing.

import type { Context } from '../operation.ts';
import {
  checkClock,
  checkDatabase,
  checkDeliveries,
  checkMigrations,
  checkReferences,
  checkReplica,
} from './database.ts';
import { checkDisk, checkImages, checkPermissions } from './files.ts';
import { type Finding, RESTORE, wrong } from './finding.ts';
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

/** Of what the rows are in: after one that finds it unreadable, no other can be made. */
const OF_DATABASE = [checkMigrations, checkSchema, checkDatabase, checkTypes];

/** Yields each finding as it is made: some checks take minutes on a large database. */
export async function* examine(context: Context): AsyncGenerator<Finding> {
  let isReadable = true;
  for (const check of OF_DATABASE) {
    if (!isReadable) break;
    const found = await unlessMissing(check(context));
    yield* found;
    isReadable = found.every(({ isWell, isReadable: canBeRead = isWell }) => canBeRead);
  }
  if (isReadable) for (const check of OF_ROWS) yield* await unlessMissing(check(context));
  yield* await checkPermissions(context);
  yield* await checkDisk(context);
}

/** A user of PostgreSQL who may not compare the schema learns of a missing table from what reads it. */
async function unlessMissing(found: Promise<readonly Finding[]>): Promise<readonly Finding[]> {
  try {
    return await found;
  } catch (error) {
    if (!isAboutSchema(error)) throw error;
    const said = error.message.replaceAll(/\s+/g, ' ');
    return [wrong(`The database is not as its migrations make it: ${said}. ${RESTORE}`)];
  }
}

/** Undefined tables and columns. */
const isAboutSchema = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && (error.code === '42P01' || error.code === '42703');
