// PostgreSQL servers that are frozen: their connections stay open, and nothing answers.

import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { configFrom } from '../../src/config.ts';
import { newContext } from '../../src/operations/operation.ts';
import { openStore } from '../../src/store/store.ts';
import { author, piece } from '../support/archive/records.ts';
import { appOn, importLines } from '../support/databases/existing-database.ts';
import { startReplicated } from '../support/databases/replicated-postgres.ts';
import { withSql } from '../support/databases/sql.ts';
import { Clock } from '../support/desk/desk.ts';
import { addKey, DRAFT, listOwn, post } from '../support/gate.ts';
import { listen } from '../support/raw-http.ts';

const ID = 'a0b1c2d3-e4f5-4a6b-8c7d-000000000001';
const PIECE = `/api/public/pieces/${ID}`;
/** Far longer than a request may wait, and shorter than the time limit of a statement. */
const LONGEST_MS = 20_000;

const late = () => setTimeout(LONGEST_MS, null, { ref: false });

describe('a frozen PostgreSQL', { timeout: 120_000 }, async () => {
  const servers = await startReplicated();
  const config = configFrom({
    BASE_URL: 'https://press.example',
    LOG_LEVEL: 'silent',
    DATABASE_URL: servers.primary,
    DATABASE_READ_URL: servers.replica,
    CACHE_MB: '0',
  });
  const store = await openStore(config);
  after(() => store.close());
  const clock = new Clock();
  const context = newContext(store, config, clock.now);
  const app = await appOn(context);
  await listen(app);
  const place = { dataDir: config.dataDir, databaseUrl: servers.primary };
  const gate = { app, context, place, clock };
  await importLines(context, [author('ada'), piece('ada', { id: ID, headline: 'First' })]);
  const { key } = await addKey(gate, 'ada');
  const read = async () => (await app.inject(PIECE)).body;
  const until = async (condition: () => Promise<boolean>) => {
    while (!(await condition())) await setTimeout(20);
  };

  /** The replica is behind by something that no process was told of: what it answers is older. */
  const untilReplicaAnswers = () =>
    withSql({ ...place, databaseUrl: servers.replica }, (onReplica) =>
      withSql(place, async (onPrimary) => {
        await onPrimary('SET session_replication_role = replica');
        let number = 0;
        await until(async () => {
          await onReplica('SELECT pg_wal_replay_pause()');
          number += 1;
          await onPrimary(`UPDATE publications SET headline = 'Number ${number}'`);
          const body = await read();
          await onReplica('SELECT pg_wal_replay_resume()');
          return body.includes('"title"') && !body.includes(`"Number ${number}"`);
        });
      }),
    );

  test('replica is left, and used again once it answers', async () => {
    await untilReplicaAnswers();
    const { thaw } = await servers.freeze('replica');
    const answered = async () => (await app.inject(PIECE)).statusCode === 200;
    const first = await Promise.race([app.inject(PIECE), late()]);
    assert.ok(first, 'a read waits for a frozen server');
    assert.ok(first.statusCode === 200 || first.headers['retry-after'], first.body);
    await until(answered);
    for (let at = 0; at < 20; at += 1) assert.equal(await answered(), true);
    thaw();
    await untilReplicaAnswers();
  });

  test('primary is answered for with 503, and used again once it answers', async () => {
    const { thaw } = await servers.freeze('primary');
    // The replica answers everything that it can.
    const asked = Promise.all([
      ...Array.from({ length: 30 }, () => post(gate, key, DRAFT)),
      ...Array.from({ length: 30 }, () => listOwn(gate, key)),
    ]);
    const answers = await Promise.race([asked, late()]);
    thaw();
    assert.ok(answers, 'requests wait for a frozen server');
    for (const { statusCode, headers } of answers) {
      assert.equal(statusCode, 503);
      assert.ok(headers['retry-after']);
    }
    await until(async () => (await post(gate, key, DRAFT)).statusCode === 201);
  });
});
