// Who may use the write API: every header that is no key, and every key that is no longer one.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { LightMyRequestResponse } from 'fastify';
import { signIn } from '../../src/operations/accounts/sessions.ts';
import { reinstateWriter, suspendWriter } from '../../src/operations/accounts/writers.ts';
import { revokeKey } from '../../src/operations/api-keys/api-keys.ts';
import { DATABASES_IN_FULL } from '../support/databases/databases.ts';
import { DAY, PLAIN_SESSION, SESSION } from '../support/desk/desk.ts';
import { addKey, addWriter, DRAFT, type Gate, listOwn, post, startGate } from '../support/gate.ts';
import { judgeOf } from '../support/openapi/api-judge.ts';
import { exchange, listen, request } from '../support/raw-http.ts';

const HEX = '0123456789abcdef'.repeat(4);
const KEY = `pk_live_${HEX}`;

const MALFORMED: [name: string, header: string | undefined][] = [
  ['no header', undefined],
  ['an empty header', ''],
  ['a scheme alone', 'Bearer'],
  ['a scheme and spaces', 'Bearer   '],
  ['a key alone', KEY],
  ['another scheme', `Basic ${KEY}`],
  ['a scheme of another name', `Bearers ${KEY}`],
  ['a scheme with a colon', `Bearer: ${KEY}`],
  ['no space after the scheme', `Bearer${KEY}`],
  ['a tab after the scheme', `Bearer\t${KEY}`],
  ['two tokens', `Bearer ${KEY} ${KEY}`],
  ['a split token', `Bearer pk_live_ ${HEX}`],
  ['two tokens separated by a comma', `Bearer ${KEY},${KEY}`],
  ['two headers in one', `Bearer ${KEY}, Bearer ${KEY}`],
  ['the scheme twice', `Bearer Bearer ${KEY}`],
  ['parameters', `Bearer token="${KEY}", realm="a"`],
];

const UNKNOWN: [name: string, token: string][] = [
  ['a key that was never made', KEY],
  ['another prefix', `pk_test_${HEX}`],
  ['no prefix', HEX],
  ['a prefix alone', 'pk_live_'],
  ['a digit too few', KEY.slice(0, -1)],
  ['a digit too many', `${KEY}0`],
  ['a letter that isn’t a digit', `${KEY.slice(0, -1)}g`],
  ['quotes around it', `"${KEY}"`],
  ['SQL', "pk_live_'OR'1'='1"],
  ['a single character', 'x'],
];

const ENDPOINTS = [
  ['POST', '/api/v1/pieces'],
  ['GET', '/api/v1/pieces/me'],
  ['HEAD', '/api/v1/pieces/me'],
] as const;

type Method = (typeof ENDPOINTS)[number][0];

function ask({ app }: Gate, method: Method, url: string, authorization: string | undefined) {
  return app.inject({
    method,
    url,
    headers: {
      ...(authorization !== undefined && { authorization }),
      ...(method === 'POST' && { 'content-type': 'application/json' }),
    },
    ...(method === 'POST' && { payload: JSON.stringify(DRAFT) }),
  });
}

async function assertRefusal(
  gate: Gate,
  method: Method,
  answer: LightMyRequestResponse,
  status: number,
  reason: RegExp,
) {
  assert.equal(answer.statusCode, status, answer.body);
  assert.equal(answer.headers['cache-control'], 'no-store');
  if (method === 'HEAD') return;
  assert.equal(answer.headers['content-type'], 'application/json; charset=utf-8');
  (await judgeOf(gate.app)).assertFailure(JSON.parse(answer.body));
  const { ok, reason: words } = answer.json<{ [name: string]: unknown }>();
  assert.equal(ok, false);
  assert.match(String(words), reason);
}

test('several Authorization headers are refused, even with the same key', async () => {
  const gate = await startGate('sqlite');
  await addWriter(gate, 'ada');
  const { key } = await addKey(gate, 'ada');
  const port = await listen(gate.app);
  const header = `Authorization: Bearer ${key}`;
  const me = '/api/v1/pieces/me';
  assert.equal((await exchange(port, request('GET', me, header))).status, 200);
  const refused = await exchange(port, request('GET', me, header, header.toLowerCase()));
  assert.equal(refused.status, 400);
  assert.equal(JSON.parse(refused.body).code, 'several_authorizations');
  const tools = await exchange(port, request('POST', '/mcp', header, header, 'Content-Length: 0'));
  assert.equal(tools.status, 400);
});

for (const kind of DATABASES_IN_FULL) {
  describe(`keys and headers, on ${kind}`, async () => {
    const gate = await startGate(kind);
    const { context } = gate;
    const ada = await addWriter(gate, 'ada');
    const good = await addKey(gate, 'ada');
    const stored = () => context.store.pieces.ofAuthor(ada.id, null, 1000);

    for (const [method, url] of ENDPOINTS) {
      for (const [name, header] of MALFORMED) {
        test(`${method} with ${name} is 401`, async () => {
          const own = header?.replaceAll(KEY, good.key).replaceAll(HEX, good.key.slice(8));
          const answer = await ask(gate, method, url, own);
          await assertRefusal(gate, method, answer, 401, /Authorization: Bearer/);
          assert.equal(answer.headers['www-authenticate'], 'Bearer');
        });
      }
      for (const [name, token] of UNKNOWN) {
        test(`${method} with ${name} is 403`, async () => {
          const answer = await ask(gate, method, url, `Bearer ${token}`);
          await assertRefusal(gate, method, answer, 403, /unknown, revoked or expired/);
        });
      }
      for (const header of [
        `bearer ${good.key}`,
        `BEARER ${good.key}`,
        `Bearer   ${good.key}`,
        `Bearer ${good.key}  `,
      ]) {
        test(`${method} with ${header.replace(good.key, 'a key')} is let in`, async () => {
          const { statusCode, headers } = await ask(gate, method, url, header);
          assert.equal(statusCode, method === 'POST' ? 201 : 200);
          assert.equal(headers['www-authenticate'], undefined);
          assert.equal(headers['cache-control'], 'no-store');
        });
      }
    }

    test('a key with capital digits is not that key', async () => {
      const capital = good.key.slice(0, 8) + good.key.slice(8).toUpperCase();
      for (const [method, url] of ENDPOINTS) {
        const answer = await ask(gate, method, url, `Bearer ${capital}`);
        await assertRefusal(gate, method, answer, 403, /unknown/);
      }
    });

    test('a key in the URL or in a cookie doesn’t count', async () => {
      for (const url of [
        `/api/v1/pieces/me?access_token=${good.key}`,
        `/api/v1/pieces/me?key=${good.key}`,
      ]) {
        assert.equal((await gate.app.inject({ url, cookies: { key: good.key } })).statusCode, 401);
      }
    });

    test('who is not let in is told so whatever the body is', async () => {
      for (const body of ['', '{', '[]', 'x'.repeat(3 * 1024 * 1024)]) {
        const headers = { 'content-type': 'text/plain' };
        assert.equal((await post(gate, 'x', body, headers)).statusCode, 403);
        const nobody = await post(gate, 'x', body, { ...headers, authorization: 'x' });
        assert.equal(nobody.statusCode, 401);
      }
    });

    /** From being let in to not: on both endpoints, and nothing is stored by it. */
    async function assertShutOut(key: string): Promise<void> {
      const before = (await stored()).length;
      for (const [method, url] of ENDPOINTS) {
        const answer = await ask(gate, method, url, `Bearer ${key}`);
        await assertRefusal(gate, method, answer, 403, /unknown, revoked or expired/);
      }
      assert.equal((await stored()).length, before);
    }

    async function assertLetIn(key: string): Promise<void> {
      assert.equal((await listOwn(gate, key)).statusCode, 200);
      assert.equal((await post(gate, key, DRAFT)).statusCode, 201);
    }

    test('a key is shut out once it is revoked, and stays so', async () => {
      const { id, key } = await addKey(gate, 'ada');
      await assertLetIn(key);
      await revokeKey(context, id);
      await assertShutOut(key);
      gate.clock.advance(400 * DAY);
      await assertShutOut(key);
      await assertLetIn(good.key);
    });

    test('a key is shut out in the very millisecond in which it expires', async () => {
      const expiresAt = new Date(gate.clock.now().getTime() + DAY);
      const { key } = await addKey(gate, 'ada', { expiresAt });
      gate.clock.advance(DAY - 1);
      await assertLetIn(key);
      gate.clock.advance(1);
      await assertShutOut(key);
    });

    test('the keys of a suspended writer are shut out for as long as it lasts', async () => {
      await suspendWriter(context, 'ada');
      await assertShutOut(good.key);
      await reinstateWriter(context, 'ada');
      await assertLetIn(good.key);
    });

    test('a key that may only read lists and does not create', async () => {
      const { key } = await addKey(gate, 'ada', { scope: 'pieces:read' });
      assert.equal((await listOwn(gate, key)).statusCode, 200);
      const before = (await stored()).length;
      for (const body of [DRAFT, {}, '{', '[]', { ...DRAFT, scope: 'pieces:write' }]) {
        const answer = await post(gate, key, body);
        await assertRefusal(
          gate,
          'POST',
          answer,
          403,
          /may list pieces but not create, change or delete them/,
        );
      }
      assert.equal((await stored()).length, before);
    });

    test('a session does not open the write API', async () => {
      const { email, password } = ada;
      const given = { email, password, network: '', isKnown: false, userAgent: 'a browser' };
      const session = await signIn(context, given);
      const cookies = { [SESSION]: session, [PLAIN_SESSION]: session };
      for (const [method, url] of ENDPOINTS) {
        assert.equal((await gate.app.inject({ method, url, cookies })).statusCode, 401);
      }
    });
  });
}
