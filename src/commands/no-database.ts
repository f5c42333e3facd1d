// Refuses a missing or empty database, with words for the operator.

import { statSync } from 'node:fs';
import type { Config } from '../config.ts';
import { OperatorError } from '../errors.ts';
import { sqliteFile } from '../store/sqlite/files.ts';

type Where = Pick<Config, 'dataDir' | 'databaseUrl'>;

/** Refuses a data folder without a database, which is usually the wrong folder. */
export function requireDatabase({ dataDir, databaseUrl }: Where): void {
  if (databaseUrl || bytesOf(sqliteFile(dataDir)) !== null) return;
  throw new OperatorError(`There is no database in ${dataDir} yet.`);
}

/** Refuses an empty file too: migrating it would put an empty site where there was data. */
export function requireData(where: Where): void {
  requireDatabase(where);
  const file = sqliteFile(where.dataDir);
  if (where.databaseUrl || bytesOf(file) !== 0) return;
  throw new OperatorError(
    `The database ${file} is empty. Restore a backup; only for a new site, run migrate.`,
  );
}

/** Null if the file is missing; other errors are reported when the database is opened. */
function bytesOf(file: string): number | null | undefined {
  try {
    const found = statSync(file);
    return found.isFile() ? found.size : undefined;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ENOENT' ? null : undefined;
  }
}
