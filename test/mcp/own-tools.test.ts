// The writer's own tools at /mcp, with a key: what they do, and who is refused how.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as v2 from '@modelcontextprotocol/client';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { suspendWriter } from '../../src/operations/accounts/writers.ts';
import { revokeKey } from '../../src/operations/api-keys/api-keys.ts';
import { addNote } from '../../src/operations/editorial/notes.ts';
import { DATABASES_IN_FULL } from '../support/databases/databases.ts';
import { addKey, addWriter, type Gate, listOwn, startGate } from '../support/gate.ts';
import { at, type Json, listAt } from '../support/json.ts';
import { listen } from '../support/raw-http.ts';

const METADATA = 'https://press.example/.well-known/oauth-protected-resource/mcp';
const WELL_KNOWN = '/.well-known/oauth-protected-resource';

const send = (gate: Gate, token: string | null, method: string, params: Json = {}) =>
  gate.app.inject({
    method: 'POST',
    url: '/mcp',
    headers: token === null ? {} : { authorization: `Bearer ${token}` },
    payload: { jsonrpc: '2.0', id: 1, method, params },
  });

async function call(
  gate: Gate,
  token: string,
  name: string,
  given: Json,
): Promise<Json | undefined> {
  const answer = await send(gate, token, 'tools/call', { name, arguments: given });
  assert.equal(answer.statusCode, 200, answer.body);
  return at(answer.json<Json>(), 'result');
}

const OWN = [
  ...['list_my_pieces', 'get_my_desk', 'get_my_piece', 'create_draft', 'revise_draft'],
  'list_notes',
];

for (const kind of DATABASES_IN_FULL) {
  describe(`the writer's own tools, on ${kind}`, async () => {
    const gate = await startGate(kind);
    const ada = await addWriter(gate, 'ada');
    await addWriter(gate, 'eve');
    const { key, id: keyId } = await addKey(gate, 'ada', { name: 'assistant' });
    const reader = (await addKey(gate, 'ada', { scope: 'pieces:read' })).key;
    const eves = (await addKey(gate, 'eve')).key;

    test('are fifteen, and say truthfully what they do', async () => {
      const listed = listAt((await send(gate, key, 'tools/list')).json<Json>(), 'result', 'tools');
      assert.equal(listed.length, 15);
      assert.deepEqual(
        listed.slice(0, 7).map((tool) => at(tool, 'name')),
        [...OWN, 'reply_to_note'],
      );
      for (const tool of listed.slice(0, 7)) {
        const isWriting = /create|revise|reply/.test(String(at(tool, 'name')));
        assert.equal(at(tool, 'annotations', 'readOnlyHint'), !isWriting);
        assert.equal(at(tool, 'annotations', 'destructiveHint'), false);
        assert.equal(at(tool, 'annotations', 'idempotentHint'), !isWriting);
      }
    });

    test('that write are not listed for a key that may only read', async () => {
      const listed = listAt(
        (await send(gate, reader, 'tools/list')).json<Json>(),
        'result',
        'tools',
      );
      const names = listed.map((tool) => String(at(tool, 'name')));
      assert.equal(names.length, 12);
      assert.deepEqual(
        names.filter((name) => /create|revise|reply/.test(name)),
        [],
      );
      assert.ok(names.includes('list_my_pieces') && names.includes('search_pieces'));
    });

    test('draft, read back, revise, and answer notes; nothing is public', async () => {
      const given = { headline: 'By tool', body_md: 'A first body.', idempotency_key: 'once' };
      const created = await call(gate, key, 'create_draft', given);
      const id = String(at(created, 'structuredContent', 'id'));
      const said = String(at(created, 'structuredContent', 'message'));
      assert.match(said, /draft.*not public.*https:\/\/press\.example\/desk\/edit\/pieces\//);
      const again = await call(gate, key, 'create_draft', given);
      assert.equal(at(again, 'structuredContent', 'id'), id);

      const read = await call(gate, key, 'get_my_piece', { id });
      assert.equal(at(read, 'structuredContent', 'piece', 'version'), 1);
      assert.equal(at(read, 'structuredContent', 'piece', 'written_by', 'name'), 'assistant');
      const revision = { id, version: 1, headline: 'By tool', body_md: 'A second body.' };
      const revised = await call(gate, key, 'revise_draft', revision);
      assert.equal(at(revised, 'structuredContent', 'version'), 2);
      assert.match(String(at(revised, 'structuredContent', 'message')), /draft.*not public/);
      const stale = await call(gate, key, 'revise_draft', revision);
      assert.equal(at(stale, 'isError'), true);
      assert.match(JSON.stringify(stale), /get_my_piece/);

      const actor = { kind: 'writer', accountId: ada.id, slug: 'ada', isAdmin: false } as const;
      const note = { pieceId: id, body: 'Shorter, please.', version: null, words: null };
      const { id: noteId } = await addNote(gate.context, { ...actor, sessionId: 's' }, note);
      const notes = await call(gate, key, 'list_notes', { id, state: 'open' });
      assert.equal(at(listAt(notes, 'structuredContent', 'notes')[0], 'id'), noteId);
      const reply = { id, note_id: noteId, body: 'Done.' };
      const replied = await call(gate, key, 'reply_to_note', reply);
      assert.match(String(at(replied, 'structuredContent', 'message')), /draft.*not public/);

      const listed = await call(gate, key, 'list_my_pieces', { status: 'draft' });
      assert.equal(at(listed, 'structuredContent', 'count'), 1);
      const mine = (await listOwn(gate, key)).json<Json>();
      assert.equal(at(listAt(mine, 'pieces')[0], 'status'), 'draft');
      const recent = await call(gate, key, 'recent_pieces', {});
      assert.equal(at(recent, 'structuredContent', 'count'), 0);
      const foreign = await call(gate, eves, 'get_my_piece', { id });
      assert.match(JSON.stringify(foreign), /"isError":true/);
    });

    test('tell a model what is wrong', async () => {
      const odd = await call(gate, key, 'create_draft', { headline: ' ', body: 'x' });
      assert.match(JSON.stringify(odd), /body: There is no such argument; did you mean body_md/);
      assert.match(JSON.stringify(odd), /headline: /);
    });

    test('with a key that reads, only what reads: 403 and the missing scope', async () => {
      assert.equal(at(await call(gate, reader, 'list_my_pieces', {}), 'isError'), undefined);
      const given = { name: 'create_draft', arguments: { headline: 'a', body_md: 'b' } };
      const refused = await send(gate, reader, 'tools/call', given);
      assert.equal(refused.statusCode, 403);
      assert.equal(
        refused.headers['www-authenticate'],
        `Bearer error="insufficient_scope", resource_metadata="${METADATA}", scope="pieces:write"`,
      );
      assert.equal(at(refused.json<Json>(), 'error', 'data', 'code'), 'scope_missing');
    });

    test('without a token, or with one that does not work: 401', async () => {
      const all = `resource_metadata="${METADATA}", scope="pieces:read pieces:write"`;
      const none = await send(gate, null, 'tools/list');
      assert.deepEqual([none.statusCode, none.headers['www-authenticate']], [401, `Bearer ${all}`]);
      assert.equal(at(none.json<Json>(), 'error', 'data', 'code'), 'unauthorised');
      await revokeKey(gate.context, keyId);
      await suspendWriter(gate.context, 'eve');
      for (const token of [key, eves, 'garbage', `pk_live_${'0'.repeat(64)}`]) {
        const refused = await send(gate, token, 'tools/list');
        assert.deepEqual(
          [refused.statusCode, refused.headers['www-authenticate']],
          [401, `Bearer error="invalid_token", ${all}`],
        );
      }
      assert.equal((await gate.app.inject({ url: '/mcp' })).statusCode, 401);
      const stream = { url: '/mcp', headers: { authorization: `Bearer ${reader}` } };
      const { statusCode, headers } = await gate.app.inject(stream);
      assert.deepEqual([statusCode, headers.allow], [405, 'POST']);
    });
  });
}

describe('what a client learns before it has a token', async () => {
  const gate = await startGate('sqlite');

  test('of /mcp, and of nothing else', async () => {
    const answer = await gate.app.inject(`${WELL_KNOWN}/mcp`);
    assert.equal(answer.headers['access-control-allow-origin'], '*');
    const facts = answer.json<Json>();
    assert.equal(at(facts, 'resource'), 'https://press.example/mcp');
    assert.deepEqual(at(facts, 'authorization_servers'), ['https://press.example/oauth']);
    assert.deepEqual(at(facts, 'scopes_supported'), ['pieces:read', 'pieces:write']);
    for (const url of [WELL_KNOWN, `${WELL_KNOWN}/api/mcp`, `${WELL_KNOWN}/mcp/more`]) {
      assert.equal((await gate.app.inject(url)).statusCode, 404, url);
    }
  });

  test('in a browser of any origin, which sends the token itself', async () => {
    const preflight = await gate.app.inject({ method: 'OPTIONS', url: '/mcp' });
    assert.equal(preflight.statusCode, 204);
    assert.match(String(preflight.headers['access-control-allow-headers']), /^Authorization,/);
    const refused = await gate.app.inject({ method: 'POST', url: '/mcp' });
    assert.match(String(refused.headers['access-control-expose-headers']), /WWW-Authenticate/);
  });
});

describe('the official clients, with a key in the header', async () => {
  const gate = await startGate('sqlite', { BASE_URL: 'http://localhost:1' });
  await addWriter(gate, 'ada');
  const { key } = await addKey(gate, 'ada');
  const url = new URL(`http://127.0.0.1:${await listen(gate.app)}/mcp`);
  const requestInit = { headers: { authorization: `Bearer ${key}` } };
  const name = { name: 'test', version: '1.0.0' };

  interface Caller {
    callTool(call: { name: string; arguments: { [name: string]: Json } }): Promise<object>;
  }

  async function use(client: Caller): Promise<void> {
    const draft = { headline: 'A headline', body_md: 'A body.' };
    const made = await client.callTool({ name: 'create_draft', arguments: draft });
    const id = String(at(JSON.parse(JSON.stringify(made)), 'structuredContent', 'id'));
    const given = { ...draft, id, version: 1, body_md: 'Another.' };
    const revised = await client.callTool({ name: 'revise_draft', arguments: given });
    assert.equal(at(JSON.parse(JSON.stringify(revised)), 'structuredContent', 'version'), 2);
  }

  test('version 1', async () => {
    const client = new Client(name);
    await client.connect(new StreamableHTTPClientTransport(url, { requestInit }));
    assert.equal((await client.listTools()).tools.length, 15);
    await use(client);
    await client.close();
  });

  for (const mode of ['legacy', 'auto'] as const) {
    test(`version 2, in its ${mode} mode`, async () => {
      const client = new v2.Client(name, { versionNegotiation: { mode } });
      await client.connect(new v2.StreamableHTTPClientTransport(url, { requestInit }));
      assert.equal((await client.listTools()).tools.length, 15);
      await use(client);
      await client.close();
    });
  }
});
