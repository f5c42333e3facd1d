// A real PgBouncer in front of PostgreSQL: in session mode everything works, any other mode is refused.

import assert from 'node:assert/strict';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { openStore } from '../../src/store/store.ts';
import { type DatabaseKind, emptyPlace, freshPlace } from '../support/databases/databases.ts';
import { freePort } from '../support/databases/postgres-server.ts';
import { addKey, addWriter, browserOf, DRAFT, gateAt, post } from '../support/gate.ts';
import { assertOneLine, runCli } from '../support/processes/cli.ts';
import { debianProgram, runUntilEnd } from '../support/processes/debian-program.ts';
import { listen } from '../support/raw-http.ts';

const KIND: DatabaseKind = 'postgres';
const MODES = ['session', 'transaction', 'statement'];

/** A single PgBouncer with a database for each mode, all leading to the same real one. */
async function startBouncer(): Promise<(mode: string) => string> {
  const pgbouncer = await debianProgram('pgbouncer');
  const url = new URL((await freshPlace(KIND)).databaseUrl ?? '');
  const port = await freePort();
  const folder = await mkdtemp(join(tmpdir(), 'standfirst-pgbouncer-'));
  after(() => rm(folder, { recursive: true, force: true }));
  const target =
    `host=${url.hostname} port=${url.port} dbname=${url.pathname.slice(1)} ` +
    `user=${url.username} password=${url.password}`;
  const file = join(folder, 'pgbouncer.ini');
  await writeFile(
    file,
    [
      '[databases]',
      ...MODES.map((mode) => `${mode} = ${target} pool_mode=${mode}`),
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${port}`,
      'unix_socket_dir =',
      'auth_type = any',
    ].join('\n'),
  );
  await chmod(folder, 0o755);
  await runUntilEnd(pgbouncer, [file], port);
  return (mode) => `postgres://anyone@127.0.0.1:${port}/${mode}`;
}

describe('behind PgBouncer', async () => {
  const urlOf = await startBouncer();
  const { dataDir } = await emptyPlace('sqlite');

  test('in session mode it writes, reads, searches and hears of changes', async () => {
    const gate = await gateAt({ dataDir, databaseUrl: urlOf('session') });
    await listen(gate.app);
    const writer = await browserOf(gate, await addWriter(gate, 'ada'));
    const { key } = await addKey(gate, 'ada');
    // Often enough that statements are prepared.
    for (let at = 0; at < 10; at += 1) {
      assert.equal((await post(gate, key, DRAFT)).statusCode, 201);
      assert.equal((await writer.open('/desk')).statusCode, 200);
      assert.equal((await gate.app.inject('/api/public/pieces/search?q=body')).statusCode, 200);
    }
    while (gate.context.store.contentVersion() === null) await setTimeout(10);
    assert.equal((await gate.app.inject('/readyz')).statusCode, 200);
  });

  for (const mode of ['transaction', 'statement']) {
    test(`in ${mode} mode it refuses to start, in one line`, async () => {
      const databaseUrl = urlOf(mode);
      await assert.rejects(openStore({ dataDir, databaseUrl }), /pool_mode = session/);
    });
  }

  test('serve says so, with the name of the setting', async () => {
    const settings = { DATA_DIR: dataDir, DATABASE_URL: urlOf('transaction') };
    assertOneLine(await runCli(settings, ['serve']), 'DATABASE_URL', 'pool_mode = session');
  });
});
