// Copies the SQLite database while it is in use, and examines a copy before it is used.

import { open } from 'node:fs/promises';
import { backup, DatabaseSync } from 'node:sqlite';
import { DEFAULT_MIGRATION_TABLE } from 'kysely/migration';
import { PRIVATE } from '../../private-files.ts';
import type { TableCounts } from '../database/row-counts.ts';
import { sqliteFile } from './files.ts';

const BUSY_MS = 5_000;
const ALL_PAGES = 0x7fff_ffff;

/** Makes a consistent copy of the database in use, readable by its owner alone. The target must not exist. */
export async function backupSqlite(dataDir: string, target: string): Promise<void> {
  const file = await open(target, 'wx', PRIVATE.file);
  await file.close();
  const source = new DatabaseSync(sqliteFile(dataDir), { readOnly: true, timeout: BUSY_MS });
  try {
    // All pages go in one step: between steps, a busy writer would make the backup restart forever.
    await backup(source, target, { rate: ALL_PAGES });
  } finally {
    source.close();
  }
}

/** Turns the copy into a single file: without a write-ahead log, readers write nothing. */
export function closeLog(file: string): void {
  const database = new DatabaseSync(file);
  try {
    database.exec('PRAGMA journal_mode = DELETE');
  } finally {
    database.close();
  }
}

interface Examined {
  readonly damage: string[];
  readonly counts: TableCounts;
  readonly migrations: string[];
}

export function examineFile(file: string): Examined {
  const database = new DatabaseSync(file, { readOnly: true });
  const all = (sql: string) => database.prepare(sql).all();
  try {
    const lines = all('PRAGMA integrity_check(5)').map((row) => String(row['integrity_check']));
    const counts: TableCounts = {};
    for (const { name } of all(TABLES)) {
      const [row] = all(`SELECT count(*) AS count FROM "${name}"`);
      counts[String(name)] = Number(row?.['count']);
    }
    const isMigrated = counts[DEFAULT_MIGRATION_TABLE] !== undefined;
    const applied = isMigrated ? all(`SELECT name FROM ${DEFAULT_MIGRATION_TABLE}`) : [];
    const migrations = applied.map(({ name }) => String(name)).sort();
    return { damage: lines.filter((line) => line !== 'ok'), counts, migrations };
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    return { damage: [said], counts: {}, migrations: [] };
  } finally {
    database.close();
  }
}

/** Selects tables except virtual ones and those that store a virtual table's data. */
export const TABLES = `SELECT name FROM sqlite_schema
  WHERE type = 'table' AND name NOT LIKE '%\\_index%' ESCAPE '\\' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
  ORDER BY name`;
