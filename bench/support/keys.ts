// Credentials of the first writer of a generated archive, for loads that need them.

import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { hashOf } from '../../src/operations/secrets.ts';
import type { Place } from '../../test/support/databases/databases.ts';
import { withSql } from '../../test/support/databases/sql.ts';

export async function keyIn(environment: { [name: string]: string }): Promise<string> {
  const given = ['key', 'create', '--writer', 'writer-0', '--name', 'bench'];
  const options = { env: { ...process.env, ...environment } };
  const { stdout } = await promisify(execFile)('node', ['src/cli.ts', ...given], options);
  return stdout.trim();
}

/** Access token of an app that the writer has connected, stored as the authorization server would. */
export async function tokenIn(place: Place, resource: string): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const id = token.slice(0, 20);
  const payload = JSON.stringify({ aud: resource, scope: 'pieces:read pieces:write' });
  const [from, to] = ['2026-01-01T00:00:00.000Z', '2099-01-01T00:00:00.000Z'];
  const writer = `SELECT id FROM authors WHERE slug = 'writer-0'`;
  await withSql(place, async (query) => {
    await query(`INSERT INTO connected_apps
      (id, account_id, client_id, name, redirect_host, scope, connected_at)
      VALUES ('${id}', (${writer}), '${id}', 'Bench', 'localhost', '', '${from}')`);
    await query(`INSERT INTO oauth_records
      (kind, hash, payload, account_id, client_id, created_at, expires_at)
      VALUES ('AccessToken', '${hashOf(token)}', '${payload}', (${writer}), '${id}', '${from}', '${to}')`);
  });
  return token;
}
