// Runs every check of `doctor` in order. The checks read in pages and change nothing.

import type { Context } from '../operation.ts';
import {
  checkClock,
  checkDatabase,
  checkDeliveries,
  checkErasures,
  checkMigrations,
  checkReferences,
  checkReplica,
} from './database.ts';
import { checkDisk, checkImages, checkPermissions } from './files.ts';
import { type Finding, RESTORE, wrong } from './finding.ts';
import { checkPublications, checkSearch } from './publications.ts';
import { checkRecords } from './records.ts';
import { checkSchema, checkTypes } from './schema.ts';
import { checkWebhooks } from './webhooks.ts';

/** Checks of rows, which are meaningless if the database is damaged. */
const OF_ROWS = [
  checkReferences,
  checkPublications,
  checkRecords,
  checkSearch,
  checkImages,
  checkClock,
  checkDeliveries,
  checkErasures,
  checkWebhooks,
  checkReplica,
];

/** Checks of the database itself. If one finds it unreadable, later checks of the database are skipped. */
const OF_DATABASE = [checkMigrations, checkSchema, checkDatabase, checkTypes];

/** Yields each finding as soon as there is one, because some checks take minutes on a large database. */
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

/** Turns a query's error about a missing table into a finding: not every PostgreSQL user may compare the schema. */
async function unlessMissing(found: Promise<readonly Finding[]>): Promise<readonly Finding[]> {
  try {
    return await found;
  } catch (error) {
    if (!isAboutSchema(error)) throw error;
    const said = error.message.replaceAll(/\s+/g, ' ');
    return [wrong(`The database does not match its migrations: ${said}. ${RESTORE}`)];
  }
}

const isAboutSchema = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && (error.code === '42P01' || error.code === '42703');
