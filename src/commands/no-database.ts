// Refuses a missing or empty database with a message for the operator.

import { statSync } from 'node:fs';
import type { Config } from '../config.ts';
import { OperatorError } from '../errors.ts';
import { sqliteFile } from '../store/sqlite/files.ts';

type Where = Pick<Config, 'dataDir' | 'databaseUrl'>;

/** Throws if the data folder has no database, because it is usually the wrong folder. */
export function requireDatabase({ dataDir, databaseUrl }: Where): void {
  if (databaseUrl || bytesOf(sqliteFile(dataDir)) !== null) return;
  throw new OperatorError(`There is no database in ${dataDir} yet.`);
}

/** Throws for an empty file too, because migrating it would replace lost data with an empty site. */
export function requireData(where: Where): void {
  requireDatabase(where);
  const file = sqliteFile(where.dataDir);
  if (where.databaseUrl || bytesOf(file) !== 0) return;
  throw new OperatorError(
    `The database ${file} is empty. Restore a backup; only for a new site, run migrate.`,
  );
}

/** Returns null if the file is missing; other errors show when the database is opened. */
function bytesOf(file: string): number | null | undefined {
  try {
    const found = statSync(file);
    return found.isFile() ? found.size : undefined;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ENOENT' ? null : undefined;
  }
}
