// The write API: drafts by a key, what it lists, and who is refused.

import { FILES } from '../files.ts';
import { get, refusing, type Step } from '../steps.ts';

const PIECES = '/api/v1/pieces';
const MINE = '/api/v1/pieces/me';
const ME = '/api/v1/me';
const IMAGES = '/api/v1/images';
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
  '?cursor=abc',
];

const send = (note: string, more: Partial<Step>): Step => ({
  path: PIECES,
  headers: KEY,
  note,
  ...more,
});

const checked = (note: string, query: string, more: Partial<Step>) =>
  send(note, { path: `${PIECES}${query}`, ...more });

const image = (note: string, more: Partial<Step>): Step => ({
  path: IMAGES,
  headers: KEY,
  note,
  ...more,
});

const bare = (type: string) => ({ headers: { ...KEY, 'content-type': type } });

const remove = (id: string, more: Partial<Step> = {}): Step => ({
  path: `${PIECES}/${id}`,
  method: 'DELETE',
  headers: KEY,
  ...more,
});

const DRY_RUNS = ['?dry_run=true', '?dry_run=false&x=1', '?dry_run=yes', '?dry_run=', '?dry_run'];

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
  get(`${MINE}?limit=1`, {
    ...{ headers: KEY, note: 'to be walked' },
    capture: { cursor: /"next_cursor":"([^"]+)"/ },
  }),
  get(`${MINE}?limit=1&cursor={cursor}`, { headers: KEY }),
  get(`${MINE}?status=approved&cursor={cursor}`, { headers: KEY }),
  ...DRY_RUNS.map((query) => checked(`dry run ${query}`, query, { json: DRAFT })),
  checked('refused dry run', '?dry_run=true', { json: {} }),
  checked('dry run of what was sent', '?dry_run=true', { json: DRAFT, headers: once('one') }),
  checked('dry run of another', '?dry_run=true', { json: WHOLE, headers: once('one') }),
  ...refusing(ME),
  get(ME),
  get(ME, { headers: KEY }),
  get(`${ME}/`, { headers: KEY, note: 'with a slash' }),
  ...refusing(IMAGES, ['GET', 'PUT', 'DELETE']),
  image('no key', { headers: {}, json: {} }),
  image('as the body', {
    ...{ body: FILES.image.bytes, ...bare('image/png') },
    capture: { keyImage: /\/media\/([0-9a-f]{64}-\d+x\d+)/ },
  }),
  image('in a form', { file: { field: 'file', ...FILES.image } }),
  image('in another field', { file: { field: 'picture', ...FILES.image } }),
  image('no image', { body: FILES.noImage.bytes, ...bare('image/png') }),
  image('too large', { body: FILES.largeImage.bytes, ...bare('image/png') }),
  image('JSON', { json: {} }),
  image('compressed', {
    body: FILES.image.bytes,
    headers: { ...KEY, 'content-type': 'image/png', 'content-encoding': 'gzip' },
  }),
  get('/media/{keyImage}', { note: 'nobody' }),
  get('/media/{keyImage}', { headers: KEY, note: 'its key' }),
  get('/media/{keyImage}', { as: 'iris', note: 'its writer' }),
  ...refusing(`${PIECES}/{byKey}`, ['GET', 'POST', 'PUT', 'PATCH']),
  remove('{byKey}', { headers: {}, note: 'no key' }),
  remove('{byKey}', { note: 'untouched' }),
  remove('{byKey}', { note: 'again' }),
  remove('not-a-uuid'),
  remove('00000000-0000-4000-8000-000000000000'),
  send('compressed', { json: DRAFT, headers: { ...KEY, 'content-encoding': 'br' } }),
];

/** With a key that may only read, one that is revoked, and one that has expired. */
export const otherKeys: Step[] = ['readKey', 'revokedKey'].flatMap((name) => {
  const headers = { authorization: `Bearer {${name}}` };
  return [
    get(`${MINE}?limit=1`, { headers, note: name }),
    get(ME, { headers, note: name }),
    send(name, { json: DRAFT, headers }),
    image(name, { body: FILES.image.bytes, headers: { ...headers, 'content-type': 'image/png' } }),
    remove('{byKey}', { headers, note: name }),
    get('/media/{keyImage}', { headers, note: name }),
  ];
});
