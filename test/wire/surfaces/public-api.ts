// The public JSON API: authors, pieces, and everything that it refuses.

import { get, gets, reading, refusing, type Step } from '../steps.ts';

const AUTHORS = '/api/public/authors';
const PIECES = '/api/public/pieces';
const LONG = 'x'.repeat(201);

/** Captures ids for later steps. */
export const landmarks: Step[] = [
  get(`${PIECES}/search?q=a%20draft%20that%20nobody%20meant&limit=1`, {
    capture: { piece: /\/pieces\/([0-9a-f-]{36})/ },
  }),
  get('/shop', { capture: { product: /\/shop\/([0-9a-f-]{36})/ }, silent: true }),
];

const queries = [
  'limit=1',
  'limit=0',
  'limit=101',
  'limit=-1',
  'limit=1.5',
  'limit=abc',
  'limit=',
  'limit=2&limit=3',
  'unknown=1',
];

const searches = [
  '',
  '?q=',
  '?q=%20',
  `?q=${LONG}`,
  '?q=bridge',
  '?q=BRIDGE',
  '?q=bridge&limit=2',
  '?q=bridge&limit=0',
  '?q=bridge&q=water',
  '?q=%E6%BC%A2',
  '?q=%00',
  '?q=100%25',
  '?q=_',
  '?q=caf%C3%A9',
  '?q=nobody-has-this-word',
  '?q=%zz',
];

/** For each filter: a value that finds something, one that finds nothing, and all that is refused. */
const filters = [
  ...['author=iris-calloway', 'author=nobody', 'author=No%20Slug', 'author=', 'author=a&author=b'],
  ...['tag=bridges', 'tag=nobody-has-this-tag', 'tag=', `tag=${LONG}`],
  ...['locale=en', 'locale=x-private', 'locale=nonsense-language-tag', 'locale='],
  ...[
    'since=2026-01-01',
    'since=2026-02-30',
    'until=2026-03-01T12:00:00%2B02:00',
    'until=yesterday',
  ],
  'author=iris-calloway&locale=en&since=2025-01-01&until=2026-12-31&limit=2',
  ...['cursor=', 'cursor=abc', `cursor=${'A'.repeat(400)}`],
];

/** The first page with its link, the next, and the same cursor with something else that is asked. */
const walk = (path: string, others: string): Step[] => [
  get(path, { capture: { cursor: /"next_cursor":"([^"]+)"/ }, note: 'to be walked' }),
  get(`${path}&cursor={cursor}`),
  get(`${path}&${others}&cursor={cursor}`),
  get(`${path}&cursor={cursor}x`),
];

const manyWords = Array.from({ length: 21 }, (_, at) => `w${at}`).join('%20');

const parts = [
  ...['format=text', 'format=html&max_characters=300', 'format=markdown&offset=100', 'format=pdf'],
  ...['max_characters=200', 'offset=10&max_characters=1', 'offset=9999999', 'offset=-1'],
  'max_characters=0',
];

const categories = ['building', 'leading', 'culture', 'money', 'life', 'civic', 'nonsense', ''];

export const publicApi: Step[] = [
  ...landmarks,
  ...reading(`${AUTHORS}/search?q=bridge`),
  ...gets(searches.map((query) => `${AUTHORS}/search${query}`)),
  ...reading(`${AUTHORS}/iris-calloway`),
  ...gets(
    ['ada-okafor', 'mateo-rivas', 'noor-haddad', 'lin-meiling'].map((s) => `${AUTHORS}/${s}`),
  ),
  ...gets([`${AUTHORS}/nobody`, `${AUTHORS}/IRIS-CALLOWAY`, `${AUTHORS}/%zz`, `${AUTHORS}/%00`]),
  ...gets([AUTHORS, `${AUTHORS}/`, `${AUTHORS}/iris-calloway/`, `${AUTHORS}/${'a'.repeat(2100)}`]),
  ...reading(`${AUTHORS}/iris-calloway/pieces`),
  ...gets(filters.map((filter) => `${AUTHORS}/iris-calloway/pieces?${filter}`)),
  ...gets([`${AUTHORS}/nobody/pieces`, `${AUTHORS}/%00/pieces`]),
  ...walk(`${AUTHORS}/search?q=a&limit=2`, 'q=b'),
  ...walk(`${AUTHORS}/iris-calloway/pieces?limit=2`, 'tag=bridges'),
  ...reading(`${PIECES}/recent`),
  ...gets(filters.map((filter) => `${PIECES}/recent?${filter}`)),
  ...walk(`${PIECES}/recent?limit=2`, 'author=iris-calloway'),
  ...gets(queries.map((query) => `${PIECES}/recent?${query}`)),
  ...gets(categories.map((category) => `${PIECES}/recent?category=${category}&limit=3`)),
  ...reading(`${PIECES}/search?q=bridge`),
  ...gets(searches.map((query) => `${PIECES}/search${query}`)),
  ...gets(categories.map((category) => `${PIECES}/search?q=the&category=${category}&limit=2`)),
  ...gets(filters.map((filter) => `${PIECES}/search?q=the&limit=2&${filter}`)),
  ...gets(
    ['bridge%20the', 'the%20%20%20bridge', 'you%27ll', LONG.slice(1)].map(
      (words) => `${PIECES}/search?match=words&limit=2&q=${words}`,
    ),
  ),
  ...gets([`${PIECES}/search?q=a&match=all`, `${PIECES}/search?match=words&q=${manyWords}`]),
  ...walk(`${PIECES}/search?q=the&limit=2`, 'match=words'),
  ...reading(`${PIECES}/{piece}`),
  ...gets(parts.map((part) => `${PIECES}/{piece}?${part}`)),
  ...gets([
    `${PIECES}/http%3A%2F%2Flocalhost%3A38111%2Fpieces%2F{piece}`,
    `${PIECES}/00000000-0000-4000-8000-000000000000`,
    `${PIECES}/not-a-uuid`,
    `${PIECES}/%zz`,
    PIECES,
  ]),
  ...refusing('/api/public/nothing'),
  ...gets(['/api/public', '/api/public/', '/api', '/api/nothing', '/api/v2/pieces']),
  get(`${PIECES}/recent`, { headers: { accept: 'text/html' }, note: 'for html' }),
  get(`${PIECES}/recent`, { headers: { 'accept-encoding': 'zstd' }, note: 'zstd' }),
  get(`${PIECES}/recent`, { headers: { 'accept-encoding': 'identity;q=0' }, note: 'nothing' }),
  get(`${PIECES}/recent`, { headers: { 'if-none-match': 'W/{etag}, "x"' }, note: 'weakly held' }),
  get(`${PIECES}/recent`, { headers: { expect: '100-continue' }, note: 'expecting' }),
  { path: `${PIECES}/recent`, method: 'GET', body: '{"limit":1}', note: 'with a body' },
  { path: `${PIECES}/recent`, method: 'PROPFIND' },
  { path: `${PIECES}/recent`, method: 'TRACE' },
];

const HOST = 'Host: localhost:38111\r\nConnection: close\r\n';

/** Bytes that no client would send. */
export const bytes: Step[] = [
  'nonsense\r\n\r\n',
  `GET /api/public/pieces/recent HTTP/1.1\r\nConnection: close\r\n\r\n`,
  `GET /healthz HTTP/1.0\r\n\r\n`,
  `GET /healthz HTTP/1.1\r\n${HOST}X-Long: ${'x'.repeat(20_000)}\r\n\r\n`,
  `BREW /healthz HTTP/1.1\r\n${HOST}\r\n`,
  `GET /healthz HTTP/1.1\r\nHost: other.example\r\n${HOST}\r\n`,
  `GET http://localhost:38111/healthz HTTP/1.1\r\n${HOST}\r\n`,
  `OPTIONS * HTTP/1.1\r\n${HOST}\r\n`,
  `GET //desk HTTP/1.1\r\n${HOST}\r\n`,
  `GET /healthz HTTP/1.1\r\n${HOST}Content-Length: x\r\n\r\n`,
].map((raw, at) => ({ path: '', raw, note: `${at + 1}` }));
