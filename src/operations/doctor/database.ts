// Checks of the database as a whole: migrations, file damage, references, clock.

import { MIGRATION_TABLES } from '../../store/migrations/migrations.ts';
import { ownErasedList, readErasedList } from '../erasure/erased-list.ts';
import { type Context, timestamp } from '../operation.ts';
import { type Finding, REBUILD, RESTORE, unless, well, wrong } from './finding.ts';

const CLOCK_TOLERANCE_MS = 5 * 60_000;
/** Unfinished erasures are reported this long after they were due. */
const ERASURE_OVERDUE_MS = 24 * 60 * 60_000;

const EMPTY =
  'The database is empty: it has no tables. Restore a backup, or, if the site is new, run migrate.';

/** Reports missing migrations, which make all other checks pointless. */
export async function checkMigrations({ store }: Context): Promise<readonly Finding[]> {
  const tables = await store.integrity.tableNames();
  const { applied, lock } = MIGRATION_TABLES;
  if (tables.every((name) => name === applied || name === lock)) return [wrong(EMPTY)];
  if (!tables.includes(applied)) {
    return [wrong(`The database has no table ${applied}, which lists its migrations. ${RESTORE}`)];
  }
  const pending = await store.pendingMigrations();
  if (pending.length === 0) return [];
  return [wrong(`The database lacks ${pending.join(', ')}: run migrate.`)];
}

/** Runs after the schema check, because SQLite can't check a search index whose table is gone. */
export async function checkDatabase({ store }: Context): Promise<readonly Finding[]> {
  const damage = await store.integrity.damage();
  if (damage.length > 0) {
    const lines = damage.map((line) => line.replaceAll(/\s+/g, ' ')).join('; ');
    // Damage in a search index alone can be repaired by rebuilding it.
    if (damage.every((line) => /fts5/i.test(line)))
      return [wrong(`The search index is damaged (${lines}). ${REBUILD}`)];
    return [wrong(`The database is damaged (${lines}). ${RESTORE}`)];
  }
  return [well(`database (${store.kind}), ${await store.publications.count()} published pieces`)];
}

export async function checkReferences({ store }: Context): Promise<readonly Finding[]> {
  const broken = await store.integrity.brokenReferences();
  const problems = broken.map(({ table, rows }) =>
    wrong(`Foreign keys: ${rows} rows of ${table} refer to rows that do not exist. ${RESTORE}`),
  );
  return unless(problems, 'foreign keys');
}

/** A slow clock gives new rows earlier times than old ones, so sessions and leases would not end. */
export async function checkClock({ store, now }: Context): Promise<readonly Finding[]> {
  const newest = await store.integrity.newest();
  const at = now();
  const isBehind = newest !== null && Date.parse(newest) - at.getTime() > CLOCK_TOLERANCE_MS;
  if (!isBehind) return [well('clock')];
  return [
    wrong(
      `This machine's clock says ${at.toISOString()}, but the newest row was written at ` +
        `${newest}. Set the clock before you start the service, or correct that row.`,
    ),
  ];
}

export async function checkDeliveries({ store }: Context): Promise<readonly Finding[]> {
  return [well(`${await store.outbox.count()} deliveries due`)];
}

/** An erasure ends minutes after it is due, unless it fails, or nothing serves. */
export async function checkErasures({ store, config, now }: Context): Promise<readonly Finding[]> {
  const late = new Date(now().getTime() - ERASURE_OVERDUE_MS);
  const overdue = await store.erasures.due(timestamp(late));
  const problems = overdue.map(({ account_id, due_at, begun_at }) =>
    wrong(
      `The account ${account_id} was to be erased by ${due_at}, and ` +
        `${begun_at === null ? 'was not' : 'has not been to the end'}. ${WHY_OVERDUE}`,
    ),
  );
  const list = await readErasedList(ownErasedList(config));
  const listed = new Set(list.map(({ account }) => account));
  for (const account of listed) {
    const known = await store.erasures.of(account);
    if (known?.begun_at || !(await store.accounts.byId(account))) continue;
    problems.push(wrong(`The account ${account} was erased before, and is back. ${AGAIN}`));
  }
  const unlisted = (await store.erasures.finished()).filter(
    ({ account_id }) => !listed.has(account_id),
  );
  if (unlisted.length > 0) {
    problems.push(
      wrong(`${unlisted.length} erased accounts are not on the list in DATA_DIR. ${UNLISTED}`),
    );
  }
  return unless(problems, 'erased accounts');
}

const WHY_OVERDUE =
  'Start the service, or run erase-due; the last admin who can sign in is never erased.';
const AGAIN = 'Start the service, or run erase-due, which erases it again.';
const UNLISTED =
  'A backup that is restored could bring them back: run erase-due, which lists them.';

/** Reports an unreachable replica, even though the service works without it. */
export async function checkReplica({ store, config }: Context): Promise<readonly Finding[]> {
  if (!config.databaseReadUrl) return [];
  try {
    const behind = await store.replicaBehind();
    if (behind === null) return [wrong('DATABASE_READ_URL names a server that is not a replica.')];
    return [well(`replica, ${behind} bytes behind`)];
  } catch (error) {
    const why = store.unavailable(error);
    if (!why) throw error;
    return [wrong(`The replica (DATABASE_READ_URL) cannot be used: ${why}.`)];
  }
}
