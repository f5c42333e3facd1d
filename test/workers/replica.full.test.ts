// Public reads from a real streaming replica: never older than what was acknowledged, however it lags.

import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import { buildApp } from '../../src/app.ts';
import { configFrom } from '../../src/config.ts';
import { unverifyWriter, verifyWriter } from '../../src/operations/accounts/writers.ts';
import { type Context, newContext } from '../../src/operations/operation.ts';
import { openStore } from '../../src/store/store.ts';
import { author, piece } from '../support/archive/records.ts';
import { importLines } from '../support/databases/existing-database.ts';
import { type Replicated, startReplicated } from '../support/databases/replicated-postgres.ts';
import { assertOneLine, runCli } from '../support/processes/cli.ts';
import { listen } from '../support/raw-http.ts';

/** A condition that is never met is a failure, not an endless wait. */
const LONGEST_MS = 120_000;

const ID = 'a0b1c2d3-e4f5-4a6b-8c7d-000000000001';
const AUTHOR = '/api/public/authors/ada';
const PIECE = `/api/public/pieces/${ID}`;

interface Process {
  context: Context;
  app: FastifyInstance;
}

/** One of several processes on the same servers; without the response cache, each read is a read. */
async function processOn(servers: Replicated, cacheMb: string): Promise<Process> {
  const config = configFrom({
    BASE_URL: 'https://press.example',
    LOG_LEVEL: 'silent',
    DATABASE_URL: servers.primary,
    DATABASE_READ_URL: servers.replica,
    CACHE_MB: cacheMb,
  });
  const store = await openStore(config);
  const context = newContext(store, config);
  const app = await buildApp(context);
  await listen(app);
  after(() => store.close());
  return { context, app };
}

async function connectionTo(url: string): Promise<(statement: string) => Promise<unknown>> {
  const client = new pg.Client({ connectionString: url });
  // The test stops the server.
  client.on('error', () => {});
  await client.connect();
  after(() => client.end().catch(() => {}));
  return (statement) => client.query(statement);
}

const read = async ({ app }: Process, url: string) => (await app.inject(url)).body;

const isVerified = async (process: Process) =>
  /"identity_verified":true/.test(await read(process, AUTHOR));

async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await setTimeout(20);
}

describe('a streaming replica', { timeout: LONGEST_MS }, async () => {
  const servers = await startReplicated();
  const here = await processOn(servers, '0');
  const there = await processOn(servers, '0');
  const keeping = await processOn(servers, '64');
  const onPrimary = await connectionTo(servers.primary);
  const onReplica = await connectionTo(servers.replica);
  await importLines(here.context, [author('ada'), piece('ada', { id: ID, headline: 'First' })]);

  /**
   * Changes public content without a notification, so that a process with old content must have it from the replica.
   */
  const changeSilently = async (headline: string) => {
    await onPrimary('SET session_replication_role = replica');
    await onPrimary(`UPDATE publications SET headline = '${headline}'`);
    await onPrimary('SET session_replication_role = DEFAULT');
  };

  test('answers public reads once it has all that was heard of', async () => {
    await onReplica('SELECT pg_wal_replay_resume()');
    let last = 'First';
    await until(async () => {
      await onReplica('SELECT pg_wal_replay_pause()');
      last = last === 'Secret' ? 'Hidden' : 'Secret';
      await changeSilently(last);
      const seen = await read(here, PIECE);
      await onReplica('SELECT pg_wal_replay_resume()');
      return !seen.includes(last);
    });
    await changeSilently('First');
  });

  test('while it lags, every process shows what was changed, and keeps nothing older', async () => {
    await onReplica('SELECT pg_wal_replay_pause()');
    for (const act of [verifyWriter, unverifyWriter, verifyWriter]) {
      await act(here.context, 'ada');
      const wanted = act === verifyWriter;
      assert.equal(await isVerified(here), wanted);
      for (const other of [there, keeping]) {
        await until(async () => (await isVerified(other)) === wanted);
        // And it stays so, though the replica still says otherwise.
        for (let at = 0; at < 20; at += 1) assert.equal(await isVerified(other), wanted);
      }
    }
    await onReplica('SELECT pg_wal_replay_resume()');
    for (const each of [here, there, keeping]) assert.equal(await isVerified(each), true);
  });

  const doctor = (readUrl: string) =>
    runCli(
      {
        PATH: process.env['PATH'] ?? '',
        DATABASE_URL: servers.primary,
        DATABASE_READ_URL: readUrl,
      },
      ['doctor'],
    );

  test('the doctor says how far behind it is, and refuses what is none', async () => {
    const { code, stdout } = await doctor(servers.replica);
    assert.match(stdout, /^ok {4}replica, \d+ bytes behind$/m);
    assert.equal(code, 0);
    assertOneLine(await doctor(servers.primary), 'DATABASE_READ_URL', 'not a replica');
  });

  test('when it is gone, the primary answers', async () => {
    let isGone = false;
    const statuses = new Set<number>();
    const readers = Array.from({ length: 20 }, async () => {
      while (!isGone) statuses.add((await here.app.inject(PIECE)).statusCode);
    });
    await servers.stopReplica();
    isGone = true;
    await Promise.all(readers);
    // A read that was on its way there may fail, and says so.
    assert.ok(
      [...statuses].every((status) => status === 200 || status === 503),
      `${[...statuses]}`,
    );
    assertOneLine(await doctor(servers.replica), 'DATABASE_READ_URL', 'cannot be used');
    await unverifyWriter(here.context, 'ada');
    for (const each of [here, there]) {
      await until(async () => !(await isVerified(each)));
      assert.equal((await each.app.inject(PIECE)).statusCode, 200);
    }
  });
});
