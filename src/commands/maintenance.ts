// Maintenance: backup, migrate and doctor.

import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { readConfig } from '../config.ts';
import { OperatorError } from '../errors.ts';
import { backupSqlite, sqliteFile } from '../store/sqlite/database.ts';
import { connectStore, openStore, type Store } from '../store/store.ts';
import type { Command } from './command.ts';

const backup: Command = {
  name: 'backup',
  summary: 'Copy the SQLite database while it is in use.',
  usage: 'FILE',
  operands: 1,
  async run(given) {
    const config = readConfig();
    const target = given.operand(0);
    if (config.databaseUrl) throw new OperatorError('Back PostgreSQL up with pg_dump.');
    if (!existsSync(sqliteFile(config.dataDir))) throw noDatabase(config.dataDir);
    if (existsSync(target)) throw new OperatorError(`${target} exists already.`);
    try {
      await backupSqlite(config.dataDir, target);
    } catch (error) {
      await rm(target, { force: true });
      const why = error instanceof Error ? error.message : String(error);
      throw new OperatorError(`${target} cannot be written: ${why}.`);
    }
    console.log(`Backed up to ${target}.`);
  },
};

const noDatabase = (dataDir: string) =>
  new OperatorError(`There is no database in ${dataDir} yet.`);

const migrateCommand: Command = {
  name: 'migrate',
  summary: 'Create the database, or bring it up to date.',
  usage: '',
  async run() {
    const store = await openStore(readConfig());
    await store.close();
    console.log('The database is up to date.');
  },
};

const doctor: Command = {
  name: 'doctor',
  summary:
    'Check settings, database, search index, replica and pending deliveries; change nothing.',
  usage: '',
  async run() {
    const config = readConfig();
    console.log('ok    settings');
    if (!config.databaseUrl && !existsSync(sqliteFile(config.dataDir))) {
      throw noDatabase(config.dataDir);
    }
    const store = await connectStore(config);
    try {
      await examine(store);
      if (config.databaseReadUrl) await examineReplica(store);
    } catch (error) {
      throw store.explained(error);
    } finally {
      await store.close();
    }
  },
};

async function examine(store: Store): Promise<void> {
  const pending = await store.pendingMigrations();
  if (pending.length > 0) {
    throw new OperatorError(`The database lacks ${pending.join(', ')}: run migrate.`);
  }
  console.log(
    `ok    database (${store.kind}), ${await store.publications.count()} published pieces`,
  );
  try {
    await store.checkSearchIndex();
  } catch (error) {
    if (store.unavailable(error)) throw error;
    const why = error instanceof Error ? error.message : String(error);
    throw new OperatorError(`The search index does not agree with the text: ${why}`);
  }
  console.log('ok    search index');
  console.log(`ok    ${await store.outbox.count()} deliveries due`);
}

/** Nothing depends on the replica, but whoever has set one up wants to know that it is used. */
async function examineReplica(store: Store): Promise<void> {
  const behind = await store.replicaBehind().catch((error: unknown) => {
    const why = store.unavailable(error);
    throw why
      ? new OperatorError(`The replica (DATABASE_READ_URL) cannot be used: ${why}.`)
      : error;
  });
  if (behind === null) {
    throw new OperatorError('DATABASE_READ_URL names a server that is no replica.');
  }
  console.log(`ok    replica, ${behind} bytes behind`);
}

export const maintenanceCommands = [backup, migrateCommand, doctor];
