// The client's types are those of the API as it is, and it has a method for each endpoint.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { TYPES_FILE, typesFrom } from '../../clients/typescript/generate.ts';
import { Standfirst } from '../../clients/typescript/src/client.ts';
import { judgeOf } from '../support/openapi/api-judge.ts';
import { operationsOf } from '../support/openapi/described.ts';
import { startService } from '../support/service.ts';

const BIOME = join(import.meta.dirname, '../../node_modules/.bin/biome');

test('the types are not stale', async () => {
  const { app } = await startService('sqlite');
  const { document } = await judgeOf(app);
  const current = execFileSync(BIOME, ['format', `--stdin-file-path=${TYPES_FILE}`], {
    input: typesFrom(document),
    encoding: 'utf8',
  });
  assert.equal(await readFile(TYPES_FILE, 'utf8'), current, 'run npm run client:types');
});

test('there is a method for each endpoint, under its name', async () => {
  const { app } = await startService('sqlite');
  const { document } = await judgeOf(app);
  const others = ['constructor', 'feedItems', 'checkPiece'];
  const methods = Object.getOwnPropertyNames(Standfirst.prototype).filter(
    (name) => !others.includes(name) && !name.startsWith('walk'),
  );
  const endpoints = operationsOf(document).map(({ id }) => id);
  assert.deepEqual(methods.sort(), endpoints.sort());
});
