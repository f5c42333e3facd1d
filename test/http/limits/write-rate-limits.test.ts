// How many reads a key may send, wherever it is used.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createKey } from '../../../src/operations/api-keys/api-keys.ts';
import { author } from '../../support/archive/records.ts';
import { DATABASES_IN_FULL } from '../../support/databases/databases.ts';
import { type Service, startService } from '../../support/service.ts';

const MAX = 600;
const HERE = '203.0.113.7';
const THERE = '203.0.113.8';

async function newKey({ context }: Service, name: string): Promise<string> {
  const { key } = await createKey(context, {
    ...{ writer: 'ada', name, scope: 'pieces:read', expiresAt: null },
  });
  return key;
}

const list = ({ app }: Service, key: string, remoteAddress: string) =>
  app.inject({
    url: '/api/v1/pieces/me',
    headers: { authorization: `Bearer ${key}` },
    remoteAddress,
  });

for (const kind of DATABASES_IN_FULL) {
  test(`a key is limited wherever it is used, and alone, on ${kind}`, async () => {
    const service = await startService(kind);
    await service.add(author('ada'));
    const [first, second] = [await newKey(service, 'first'), await newKey(service, 'second')];
    for (let left = MAX - 1; left >= 0; left--) {
      const answer = await list(service, first, left % 2 === 0 ? HERE : THERE);
      assert.equal(answer.statusCode, 200, answer.body);
      assert.equal(answer.headers['ratelimit-limit'], String(MAX));
      assert.equal(answer.headers['ratelimit-remaining'], String(left));
    }
    const refused = await list(service, first, '203.0.113.9');
    assert.equal(refused.statusCode, 429);
    assert.equal(JSON.parse(refused.body).ok, false);
    const wait = Number(refused.headers['retry-after']);
    assert.ok(wait >= 1 && wait <= 60, String(wait));
    assert.equal((await list(service, second, HERE)).statusCode, 200);
    assert.equal((await list(service, first, '127.0.0.1')).statusCode, 200);
  });
}
