// POST /api/v1/pieces with bodies that aren't drafts, and with types and sizes that it refuses.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { DATABASES_IN_FULL } from '../support/databases/databases.ts';
import { addKey, addWriter, DRAFT, listOwn, post, startGate } from '../support/gate.ts';
import { at, type Json, listAt } from '../support/json.ts';
import { judgeOf } from '../support/openapi/api-judge.ts';

const MIB = 1024 * 1024;

interface Case {
  name: string;
  /** The very bytes. */
  body: string | Buffer;
  headers?: { [name: string]: string };
  status: number;
  reason: RegExp;
  fields?: string[];
}

const NOT_JSON = { status: 400, reason: /^The body is not valid JSON\.$/ };
const NO_OBJECT = { status: 400, reason: /Expected an object/, fields: ['body'] };
const WRONG_TYPE = { status: 415, reason: /application\/json/ };
const MANY_VALUES = { status: 400, reason: /at most 10,000\.$/ };
const TOO_LARGE = { status: 413, reason: /2 MiB/ };

const json = JSON.stringify(DRAFT);
/** A draft with a body of exactly this size; an unknown field fills it up. */
const sized = (bytes: number) => {
  const frame = JSON.stringify({ ...DRAFT, ignored: '' });
  return frame.replace('""', `"${'x'.repeat(bytes - frame.length)}"`);
};

/** A draft with this many unknown fields, and more than 32 KiB. */
function withFields(count: number): string {
  const fields = Array.from({ length: count }, (_, at) => [`ignored-${at}`, 'x']);
  return JSON.stringify({ ...DRAFT, ...Object.fromEntries(fields) });
}

const CASES: Case[] = [
  { name: 'no body', body: '', ...NOT_JSON },
  { name: 'white space', body: ' \n', ...NOT_JSON },
  { name: 'an end too early', body: json.slice(0, -1), ...NOT_JSON },
  { name: 'more after the end', body: `${json}{}`, ...NOT_JSON },
  { name: 'single quotes', body: "{'headline': 'a'}", ...NOT_JSON },
  { name: 'a comma too many', body: '{"headline": "a",}', ...NOT_JSON },
  { name: 'a line end inside a string', body: '{"headline": "a\nb", "body_md": "c"}', ...NOT_JSON },
  { name: 'a form', body: 'headline=a&body_md=b', ...NOT_JSON },
  { name: 'NaN', body: '{"headline": NaN}', ...NOT_JSON },
  {
    name: 'bytes that are no UTF-8',
    body: Buffer.from('{"headline": "caf\xe9", "body_md": "a"}', 'latin1'),
    ...NOT_JSON,
  },
  { name: 'null', body: 'null', ...NO_OBJECT },
  { name: 'text', body: '"headline"', ...NO_OBJECT },
  { name: 'a number', body: '7', ...NO_OBJECT },
  { name: 'true', body: 'true', ...NO_OBJECT },
  { name: 'an empty list', body: '[]', ...NO_OBJECT },
  { name: 'a list of drafts', body: `[${json}]`, ...NO_OBJECT },
  ...[
    'text/plain',
    'text/html',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=b',
    'application/xml',
    'application/octet-stream',
    'application/jsonp',
    'application/merge-patch+json',
    'application/json; charset=iso-8859-1',
    'json',
  ].map((type) => ({
    name: `JSON sent as ${type}`,
    body: json,
    headers: { 'content-type': type },
    ...WRONG_TYPE,
  })),
  { name: 'very many fields', body: withFields(10_000), ...MANY_VALUES },
  { name: 'very deep lists', body: '['.repeat(40_000) + ']'.repeat(40_000), ...MANY_VALUES },
  {
    name: 'very many values after a string with escapes',
    body: `{"a":"\\\\","b":"\\"","c":[${'1,'.repeat(20_000)}1]}`,
    ...MANY_VALUES,
  },
  { name: 'one byte more than 2 MiB', body: sized(2 * MIB + 1), ...TOO_LARGE },
  { name: '3 MiB of no JSON', body: 'x'.repeat(3 * MIB), ...TOO_LARGE },
];

const TAKEN: [name: string, body: string, headers?: { [name: string]: string }][] = [
  ['exactly 2 MiB', sized(2 * MIB)],
  ['thousands of unknown fields', withFields(9_000)],
  [
    'what separates values, inside a string',
    `{"ignored": ${JSON.stringify('\\",[{'.repeat(20_000))}, ${json.slice(1)}`,
  ],
  ['white space around', ` \n${json}\t`],
  ['application/json with a charset', json, { 'content-type': 'application/json; charset=utf-8' }],
  ['APPLICATION/JSON', json, { 'content-type': 'APPLICATION/JSON' }],
  ['the last of two fields of one name', `{"headline":"", ${json.slice(1)}`],
  ['escapes', json.replace('A headline', '\\u0041\\u0020headline')],
];

/** Keys that would reach into an object's prototype if they were copied. */
const POISONED = [
  `{"__proto__": {"sub": "from inside", "status": "approved"}, ${json.slice(1)}`,
  `{"__proto__": null, ${json.slice(1)}`,
  `{"constructor": {"prototype": {"sub": "from inside"}}, ${json.slice(1)}`,
  `{"tags": [], "a": {"__proto__": {"sub": "from inside"}}, ${json.slice(1)}`,
];

for (const kind of DATABASES_IN_FULL) {
  describe(`the body of a draft, on ${kind}`, async () => {
    const gate = await startGate(kind);
    await addWriter(gate, 'ada');
    const { key } = await addKey(gate, 'ada');
    const count = async () =>
      listAt(JSON.parse((await listOwn(gate, key, '?limit=50')).body), 'pieces').length;

    for (const { name, body, headers, status, reason, fields = [] } of CASES) {
      test(`${name} is refused with ${status}`, async () => {
        const before = await count();
        const answer = await post(gate, key, body, headers);
        assert.equal(answer.statusCode, status, answer.body);
        assert.equal(answer.headers['content-type'], 'application/json; charset=utf-8');
        const told: Json = JSON.parse(answer.body);
        (await judgeOf(gate.app)).assertFailure(told);
        assert.equal(at(told, 'ok'), false);
        assert.match(String(at(told, 'reason')), reason);
        assert.deepEqual(
          listAt(told, 'errors').map((error) => at(error, 'field')),
          fields,
        );
        assert.equal(await count(), before);
      });
    }

    for (const [name, body, headers] of TAKEN) {
      test(`${name} is taken`, async () => {
        const answer = await post(gate, key, body, headers);
        assert.equal(answer.statusCode, 201, answer.body);
        assert.equal(answer.headers['content-type'], 'application/json; charset=utf-8');
        assert.equal(answer.headers['cache-control'], 'no-store');
        const id = String(at(JSON.parse(answer.body), 'id'));
        const version = await gate.context.store.pieces.version(id, 1);
        assert.partialDeepStrictEqual(version, DRAFT);
      });
    }

    for (const body of POISONED) {
      test(`${body} is a draft like any other`, async () => {
        const answer = await post(gate, key, body);
        assert.equal(answer.statusCode, 201, answer.body);
        const id = String(at(JSON.parse(answer.body), 'id'));
        const version = await gate.context.store.pieces.version(id, 1);
        assert.partialDeepStrictEqual(version, { ...DRAFT, sub: null });
        assert.equal((await gate.context.store.pieces.byId(id))?.status, 'draft');
        assert.equal(Reflect.get({}, 'sub'), undefined);
      });
    }

    test('a body without a type is refused', async () => {
      const headers = { authorization: `Bearer ${key}` };
      const answer = await gate.app.inject({
        method: 'POST',
        url: '/api/v1/pieces',
        headers,
        payload: Buffer.from(json),
      });
      assert.equal(answer.statusCode, 415, answer.body);
    });

    test('neither a body nor a type is a draft without fields', async () => {
      const headers = { authorization: `Bearer ${key}` };
      const answer = await gate.app.inject({ method: 'POST', url: '/api/v1/pieces', headers });
      assert.equal(answer.statusCode, 400, answer.body);
      (await judgeOf(gate.app)).assertFailure(JSON.parse(answer.body));
    });
  });
}
