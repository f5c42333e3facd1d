// The authorization server is started at the first request: a start that fails is tried again at the next.

import assert from 'node:assert/strict';
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { test } from 'node:test';
import { AuthorizationServer } from '../../src/surfaces/oauth/authorization-server.ts';
import { freshPlace } from '../support/databases/databases.ts';
import { contextAt } from '../support/databases/existing-database.ts';

test('a failed start of the authorization server is tried again', async () => {
  const { config, ...others } = await contextAt(await freshPlace('sqlite'));
  let starts = 0;
  const context = {
    ...others,
    get config() {
      starts += 1;
      if (starts === 1) throw new Error('Too many open files.');
      return config;
    },
  };
  const server = new AuthorizationServer(context);
  const raw = new IncomingMessage(new Socket());
  const answer = () => server.answer({ raw, path: '/jwks' });
  await assert.rejects(answer(), { message: 'Too many open files.' });
  assert.equal((await answer()).statusCode, 200);
});
