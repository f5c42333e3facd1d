// Runs the files of migrations/ in order, each once, under a lock.

import { readdir, readFile } from 'node:fs/promises';
import { type Kysely, sql } from 'kysely';
import {
  DEFAULT_MIGRATION_LOCK_TABLE,
  DEFAULT_MIGRATION_TABLE,
  type Migration,
  Migrator,
} from 'kysely/migration';
import { OperatorError } from '../../errors.ts';
import type { Dialect } from '../database/dialect.ts';
import type { Tables } from '../tables.ts';
import { statementsIn } from './migration-statements.ts';

/** Tables that Kysely creates for its bookkeeping. */
export const MIGRATION_TABLES = {
  applied: DEFAULT_MIGRATION_TABLE,
  lock: DEFAULT_MIGRATION_LOCK_TABLE,
};

const FOLDER = new URL('../../../migrations/', import.meta.url);

/** `0001-name.sql` is for both databases, `0001-name.sqlite.sql` for SQLite alone. */
async function filesFor(kind: Dialect['name']): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  for (const file of (await readdir(FOLDER)).sort()) {
    const [name, only] = file.replace(/\.sql$/, '').split('.');
    if (name !== undefined && (only === undefined || only === kind)) files.set(name, file);
  }
  return files;
}

async function migrationsFor(dialect: Dialect): Promise<Record<string, Migration>> {
  const migrations: Record<string, Migration> = {};
  for (const [name, file] of await filesFor(dialect.name)) {
    migrations[name] = { up: (db) => runFile(db, dialect, file) };
  }
  return migrations;
}

/** Applied migrations that this version doesn't know, because a newer version applied them. */
export async function unknownMigrations(
  kind: Dialect['name'],
  applied: readonly string[],
): Promise<string[]> {
  const known = await filesFor(kind);
  return applied.filter((name) => !known.has(name));
}

async function runFile(db: Kysely<Tables>, dialect: Dialect, file: string): Promise<void> {
  for (const statement of await statementsOf(dialect, file)) await sql.raw(statement).execute(db);
}

const statementsOf = async (dialect: Dialect, file: string) =>
  statementsIn(dialect.migrationText(await readFile(new URL(file, FOLDER), 'utf8')));

export async function migrationStatements(dialect: Dialect): Promise<string[]> {
  const statements: string[] = [];
  for (const file of (await filesFor(dialect.name)).values()) {
    statements.push(...(await statementsOf(dialect, file)));
  }
  return statements;
}

/** All pending migrations run in one transaction, so a failure leaves the database unchanged. */
export class MigrationFailed extends Error {
  readonly migration: string;

  constructor(migration: string, cause: unknown) {
    const why = cause instanceof Error ? cause.message : String(cause);
    super(`The migration ${migration} failed: ${why}`, { cause });
    this.migration = migration;
  }
}

export async function migrate(db: Kysely<Tables>, dialect: Dialect): Promise<string[]> {
  const migrations = await migrationsFor(dialect);
  await refuseNewer(db, dialect, Object.keys(migrations));
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error, results } = await migrator.migrateToLatest();
  const failed = results?.find(({ status }) => status === 'Error');
  if (failed) throw new MigrationFailed(failed.migrationName, error);
  if (error) throw error;
  return (results ?? []).map(({ migrationName }) => migrationName);
}

export async function pendingMigrations(db: Kysely<Tables>, dialect: Dialect): Promise<string[]> {
  const known = Object.keys(await migrationsFor(dialect));
  await refuseNewer(db, dialect, known);
  const applied = await appliedMigrations(db, dialect);
  return known.filter((name) => !applied.includes(name));
}

async function refuseNewer(db: Kysely<Tables>, dialect: Dialect, known: string[]): Promise<void> {
  const unknown = (await appliedMigrations(db, dialect)).filter((name) => !known.includes(name));
  if (unknown.length === 0) return;
  throw new OperatorError(
    `The database is from a newer version than this program (it has had ${unknown.join(', ')}). ` +
      'Run the version that made it, or a newer one.',
  );
}

async function appliedMigrations(db: Kysely<Tables>, dialect: Dialect): Promise<string[]> {
  // Looks tables up by name: on SQLite, Kysely's introspection fails if a table that a view reads is missing.
  if (!(await dialect.tableNames(db)).includes(MIGRATION_TABLES.applied)) return [];
  const { rows } = await sql<{ name: string }>`
    select name from ${sql.table(MIGRATION_TABLES.applied)} order by name
  `.execute(db);
  return rows.map(({ name }) => name);
}
