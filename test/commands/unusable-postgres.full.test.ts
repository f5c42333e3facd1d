// A DATABASE_URL that leads nowhere, or where nothing may be done: one line, without the password.

import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { describe, test } from 'node:test';
import { emptyPlace, type Place } from '../support/databases/databases.ts';
import { freePort } from '../support/databases/postgres-server.ts';
import { sqlAt } from '../support/databases/sql.ts';
import { assertOneLine, runCli } from '../support/processes/cli.ts';

const COMMANDS = ['serve', 'migrate', 'doctor'];
const SECRET = 'hunter2';

async function refused(url: string, ...words: (string | RegExp)[]): Promise<void> {
  const { dataDir } = await emptyPlace('sqlite');
  const environment = { DATA_DIR: dataDir, DATABASE_URL: url };
  const starts = COMMANDS.map((command) => runCli(environment, [command]));
  for (const ended of await Promise.all(starts)) {
    assertOneLine(ended, 'DATABASE_URL', ...words);
    assert.ok(!`${ended.stdout}${ended.stderr}`.includes(SECRET), 'the password is not shown');
  }
}

async function changed(change: (url: URL) => void): Promise<string> {
  const { databaseUrl } = await emptyPlace('postgres');
  const url = new URL(databaseUrl ?? '');
  change(url);
  return url.href;
}

const tables = (place: Place) =>
  sqlAt(place, `SELECT table_name FROM information_schema.tables WHERE table_schema = 'public'`);

describe('a DATABASE_URL', () => {
  test('with a host that does not exist', () =>
    refused(`postgres://u:${SECRET}@nowhere.invalid/x`, 'nowhere.invalid'));

  test('with a port that nobody listens on', async () => {
    const port = await freePort();
    await refused(`postgres://u:${SECRET}@localhost:${port}/x`, `localhost:${port}`);
  });

  test('with the wrong password', async () => {
    const url = await changed((each) => {
      each.password = SECRET;
    });
    await refused(url, 'password');
  });

  test('with a user who does not exist', async () => {
    const url = await changed((each) => {
      each.username = 'nobody';
    });
    await refused(url, 'nobody');
  });

  test('with a database that does not exist', async () => {
    const url = await changed((each) => {
      each.pathname = '/nothing_here';
    });
    await refused(url, 'nothing_here');
  });

  test('that asks for TLS where there is none', async () => {
    const url = await changed((each) => {
      each.searchParams.set('sslmode', 'verify-full');
    });
    await refused(url, /SSL|TLS/);
  });

  test('of a server that speaks something else', async () => {
    const server = createServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    const port = await freePort();
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    try {
      await refused(`postgres://u:${SECRET}@127.0.0.1:${port}/x`, `127.0.0.1:${port}`);
    } finally {
      server.close();
    }
  });

  test('of a user who may not make tables', async () => {
    const place = await emptyPlace('postgres');
    const role = `guest_${process.pid}`;
    await sqlAt(place, `CREATE ROLE ${role} LOGIN PASSWORD '${SECRET}'`);
    try {
      const url = new URL(place.databaseUrl ?? '');
      url.username = role;
      url.password = SECRET;
      const environment = { DATA_DIR: place.dataDir, DATABASE_URL: url.href };
      for (const command of ['serve', 'migrate']) {
        assertOneLine(await runCli(environment, [command]), 'DATABASE_URL', 'permission');
      }
      assert.deepEqual(await tables(place), []);
    } finally {
      await sqlAt(place, `DROP ROLE ${role}`);
    }
  });
});
