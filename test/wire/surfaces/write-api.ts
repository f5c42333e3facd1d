// The write API: drafts by a key, what it lists, and who is refused.

import { get, refusing, type Step } from '../steps.ts';

const PIECES = '/api/v1/pieces';
const MINE = '/api/v1/pieces/me';
const KEY = { authorization: 'Bearer {key}' };
const DRAFT = { headline: 'A draft by a program', body_md: 'Written *by* a program.' };
const UNKNOWN = `Bearer pk_live_${'0'.repeat(64)}`;

const WHOLE = {
  ...DRAFT,
  sub: 'With everything',
  category: 'culture',
  tags: ['one', 'two'],
  frame: 'before_after',
  style: 'interview',
  locale: 'pt-BR',
  external_url: 'https://elsewhere.example/first',
  id: 'not taken',
  status: 'approved',
};

/** Each wrong in its own way. */
const REFUSED: readonly unknown[] = [
  {},
  [],
  null,
  'text',
  { ...DRAFT, headline: ' ' },
  { ...DRAFT, headline: 'x'.repeat(201) },
  { ...DRAFT, headline: 1 },
  { ...DRAFT, body_md: '' },
  { ...DRAFT, body_md: 'x'.repeat(100_001) },
  { ...DRAFT, sub: 'x'.repeat(401) },
  { ...DRAFT, category: 'nonsense' },
  { ...DRAFT, tags: 'one' },
  { ...DRAFT, tags: Array.from({ length: 9 }, (_, at) => `tag ${at}`) },
  { ...DRAFT, tags: ['x'.repeat(33)] },
  { ...DRAFT, frame: 'nonsense' },
  { ...DRAFT, style: 'x'.repeat(41) },
  { ...DRAFT, locale: 'no such language' },
  { ...DRAFT, external_url: 'javascript:alert(1)' },
  { headline: '', body_md: '', category: 'x', frame: 'x', locale: '?' },
];

const AUTHORISATIONS = [
  undefined,
  'Bearer',
  'Basic eDp5',
  'Bearer x',
  UNKNOWN,
  'bearer {key}',
  'Bearer  {key}',
];

const QUERIES = [
  '',
  '?limit=1',
  '?limit=0',
  '?limit=51',
  '?limit=x',
  '?status=draft',
  '?status=approved&limit=2',
  '?status=pending',
  '?status=rejected',
  '?status=changes_requested',
  '?status=nonsense',
  '?unknown=1',
];

const send = (note: string, more: Partial<Step>): Step => ({
  path: PIECES,
  headers: KEY,
  note,
  ...more,
});

const once = (key: string) => ({ ...KEY, 'idempotency-key': key });

export const writeApi: Step[] = [
  ...refusing(PIECES, ['GET', 'HEAD', 'PUT', 'DELETE', 'PATCH']),
  ...refusing(MINE),
  ...AUTHORISATIONS.flatMap((authorization) => {
    const headers = authorization === undefined ? {} : { authorization };
    const note = authorization ?? 'no key';
    return [get(MINE, { headers, note }), send(note, { headers, json: {} })];
  }),
  ...QUERIES.map((query) => get(`${MINE}${query}`, { headers: KEY })),
  { path: MINE, method: 'HEAD', headers: KEY },
  get(MINE, { headers: { ...KEY, 'accept-encoding': 'gzip' }, note: 'gzip' }),
  get(`${PIECES}/`, { headers: KEY }),
  get(`${PIECES}/{piece}`, { headers: KEY }),
  { path: `${PIECES}/{piece}`, method: 'DELETE', headers: KEY },
  ...REFUSED.map((json, at) => send(`refused ${at + 1}`, { json })),
  send('malformed', { body: '{' }),
  send('empty', { body: '' }),
  send('no body', { method: 'POST' }),
  send('not UTF-8', { body: Buffer.from([0x22, 0xff, 0x22]) }),
  send('as text', { body: '{}', headers: { ...KEY, 'content-type': 'text/plain' } }),
  send('as a form', { form: DRAFT }),
  send('too large', { body: `{"headline":"${'x'.repeat(2 * 1024 * 1024)}"}` }),
  send('least', { json: DRAFT, capture: { byKey: /"id":"([^"]+)"/ } }),
  send('whole', { json: WHOLE }),
  send('with a key of its own', { json: DRAFT, headers: once('one') }),
  send('the same again', { json: DRAFT, headers: once('one') }),
  send('the same key for another', { json: WHOLE, headers: once('one') }),
  send('an empty one', { json: DRAFT, headers: once('') }),
  send('a long one', { json: DRAFT, headers: once('x'.repeat(256)) }),
  send('refused with one', { json: {}, headers: once('two') }),
  get(`${MINE}?limit=5`, { headers: KEY, note: 'after drafts' }),
];

/** With a key that may only read, one that is revoked, and one that has expired. */
export const otherKeys: Step[] = ['readKey', 'revokedKey'].flatMap((name) => {
  const headers = { authorization: `Bearer {${name}}` };
  return [get(`${MINE}?limit=1`, { headers, note: name }), send(name, { json: DRAFT, headers })];
});
