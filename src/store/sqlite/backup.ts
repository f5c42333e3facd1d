// Copies of the SQLite database, taken while others read and write, and looked at before they are used.

import { open } from 'node:fs/promises';
import { backup, DatabaseSync } from 'node:sqlite';
import { DEFAULT_MIGRATION_TABLE } from 'kysely/migration';
import { PRIVATE } from '../../schemas/limits.ts';
import type { TableCounts } from '../soundness/row-counts.ts';
import { sqliteFile } from './files.ts';

const BUSY_MS = 5_000;
const ALL_PAGES = 0x7fff_ffff;

/** An online, consistent copy, readable by its owner alone. There must be no such file yet. */
export async function backupSqlite(dataDir: string, target: string): Promise<void> {
  const file = await open(target, 'wx', PRIVATE.file);
  await file.close();
  const source = new DatabaseSync(sqliteFile(dataDir), { readOnly: true, timeout: BUSY_MS });
  try {
    // All pages in one step: between steps a busy writer would make it restart forever.
    await backup(source, target, { rate: ALL_PAGES });
  } finally {
    source.close();
  }
}

/** Makes a copy one file alone: without a log beside it, whoever reads it writes nothing. */
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

/** What is damaged in a database file that nobody uses, how many rows its tables have, and its version. */
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

/** Without virtual tables and what they keep their index in. */
export const TABLES = `SELECT name FROM sqlite_schema
  WHERE type = 'table' AND name NOT LIKE '%\\_index%' ESCAPE '\\' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
  ORDER BY name`;
