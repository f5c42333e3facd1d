// One piece by id: every field, every way to name it, and that nothing unpublished is ever shown.

import { describe } from 'node:test';
import { author, piece } from '../support/archive/records.ts';
import { DATABASES_IN_FULL } from '../support/databases/databases.ts';
import { runScenarios, type Scenario } from '../support/scenarios.ts';
import { startService } from '../support/service.ts';

const idOf = (last: number) => `a0b1c2d3-e4f5-4a6b-8c7d-${String(last).padStart(12, '0')}`;

const FULL = idOf(1);
const PLAIN = idOf(2);
const CHANGED = idOf(3);
const SHUT = idOf(4);
const BLANK_SUB = idOf(5);
const CIVIC = idOf(6);
const SCRIPTS = idOf(7);
const HIDDEN = ['draft', 'pending', 'rejected', 'changes_requested'];
const hiddenId = (at: number) => idOf(20 + at);
const onceId = (at: number) => idOf(30 + at);

const BODY = `Steam **moves** the [engine](https://engines.example/?a=1&b=2).

Second paragraph.`;

const working = {
  headline: 'A working headline',
  sub: 'A working standfirst',
  body_md: 'A working body.',
  tags: ['working-tag'],
  category: 'life',
  style: 'memo',
};

const live = { headline: 'A live headline', sub: 'A live standfirst', body_md: 'A live body.' };

const version = (number: number, content: object) => ({
  ...content,
  number,
  saved_at: `2026-05-0${number}T00:00:00Z`,
  saved_by: { kind: 'writer', name: 'ada' },
  origin: 'saved',
});

const RECORDS = [
  author('ada', {
    name: 'Ada Lovelace',
    identity_verified: true,
    avatar_url: 'https://pictures.example/ada.png',
    email: 'ada.secret@example.org',
  }),
  author('bob', { name: 'Bob' }),
  author('shut', { name: 'Shut', suspended_at: '2026-06-01T00:00:00Z' }),
  piece('ada', {
    id: FULL,
    headline: 'On <Engines> & "Looms"',
    sub: 'What steam *did* next.',
    body_md: BODY,
    category: 'culture',
    tags: ['steam', 'looms & thread', '機械'],
    frame: 'contrarian',
    style: 'report',
    locale: 'en-GB',
    external_url: 'https://elsewhere.example/engines?page=1#top',
    created_at: '2026-01-01T00:00:00Z',
    published_at: '2026-05-01T02:30:00.5+02:00',
    modified_at: '2026-05-03T00:00:00Z',
  }),
  piece('bob', {
    id: PLAIN,
    headline: 'Plain',
    body_md: `First sentence. Second sentence! ${'More words follow here. '.repeat(20)}`,
    published_at: '2026-05-02T00:00:00Z',
  }),
  piece('ada', {
    id: CHANGED,
    ...working,
    status: 'approved',
    published_at: '2026-05-01T00:00:00Z',
    versions: [version(1, { ...live }), version(2, working)],
    live_version: 1,
  }),
  piece('shut', { id: SHUT, headline: 'Shut away' }),
  piece('bob', {
    id: BLANK_SUB,
    headline: 'Blank',
    sub: '  ',
    body_md: 'Said at once. Then more.',
  }),
  piece('bob', { id: CIVIC, headline: 'Civic', category: 'civic' }),
  piece('bob', {
    id: SCRIPTS,
    headline: '雨と橋',
    sub: null,
    body_md: '橋は濡れていた。雨が降る。',
  }),
  ...HIDDEN.map((status, at) =>
    piece('ada', { id: hiddenId(at), headline: 'Hidden', status, published_at: undefined }),
  ),
  ...HIDDEN.map((status, at) => piece('ada', { id: onceId(at), headline: 'Hidden', status })),
];

const FULL_ANSWER = {
  ok: true,
  piece: {
    id: `https://press.example/pieces/${FULL}`,
    url: 'https://press.example/author/ada/on-engines-looms',
    title: 'On <Engines> & "Looms"',
    summary: 'What steam *did* next.',
    content_html:
      '<p>Steam <strong>moves</strong> the ' +
      '<a href="https://engines.example/?a=1&amp;b=2" rel="nofollow ugc noopener">engine</a>.</p>\n' +
      '<p>Second paragraph.</p>\n',
    content_text: 'Steam moves the engine.\n\nSecond paragraph.',
    date_published: '2026-05-01T00:30:00.500Z',
    date_modified: '2026-05-03T00:00:00.000Z',
    tags: ['steam', 'looms & thread', '機械'],
    category: 'culture',
    kind: 'report',
    external_url: 'https://elsewhere.example/engines?page=1#top',
    authors: [
      {
        name: 'Ada Lovelace',
        slug: 'ada',
        url: 'https://press.example/author/ada',
        avatar: 'https://pictures.example/ada.png',
        identity_verified: true,
      },
    ],
  },
};

const encoded = (uri: string) => encodeURIComponent(uri);

const shown = (name: string, id: string): Scenario => ({
  name,
  url: `/api/public/pieces/${id}`,
  status: 200,
  is: FULL_ANSWER,
});

const missing = (name: string, id: string): Scenario => ({
  name,
  url: `/api/public/pieces/${id}`,
  status: 404,
  lacks: ['"piece"', 'Hidden', 'Shut away', 'Engines'],
});

const SHOWN: Scenario[] = [
  shown('by its UUID: every field, in order of the record', FULL),
  shown('by its UUID in capitals', FULL.toUpperCase()),
  shown('by its URI, encoded', encoded(`https://press.example/pieces/${FULL}`)),
  shown(
    'by its URI with the UUID in capitals',
    encoded(`https://press.example/pieces/${FULL.toUpperCase()}`),
  ),
  shown('unknown query parameters are ignored', `${FULL}?id=${PLAIN}&limit=0&status=draft`),
  {
    name: 'only what its fields say, and no address elsewhere where there is none',
    url: `/api/public/pieces/${PLAIN}`,
    status: 200,
    has: {
      piece: {
        title: 'Plain',
        tags: [],
        category: 'building',
        kind: 'essay',
        date_published: '2026-05-02T00:00:00.000Z',
        date_modified: '2026-05-02T00:00:00.000Z',
        authors: [{ name: 'Bob', avatar: null, identity_verified: false }],
      },
    },
    holds: ['"summary":"First sentence. Second sentence! More words follow here.'],
    lacks: ['external_url', 'ada.secret', '"locale"', '"frame"', '"status"'],
  },
  {
    name: 'what is live, not the working copy',
    url: `/api/public/pieces/${CHANGED}`,
    status: 200,
    has: {
      piece: {
        title: 'A live headline',
        summary: 'A live standfirst',
        content_text: 'A live body.',
        tags: [],
        category: 'building',
        kind: 'essay',
      },
    },
    lacks: ['working', 'memo'],
  },
  {
    name: 'a blank standfirst is none',
    url: `/api/public/pieces/${BLANK_SUB}`,
    status: 200,
    has: { piece: { summary: 'Said at once. Then more.' } },
  },
  {
    name: 'a category that the filters do not take',
    url: `/api/public/pieces/${CIVIC}`,
    status: 200,
    has: { piece: { category: 'civic' } },
  },
  {
    name: 'another script: an address that is a URI, a summary of its sentences',
    url: `/api/public/pieces/${SCRIPTS}`,
    status: 200,
    has: {
      piece: {
        title: '雨と橋',
        url: `https://press.example/author/bob/${encoded('雨と橋')}`,
        summary: '橋は濡れていた。雨が降る。',
      },
    },
  },
];

const MISSING: Scenario[] = [
  missing('a UUID that no piece has', idOf(999)),
  missing('a piece of a suspended author', SHUT),
  ...HIDDEN.map((status, at) => missing(`a piece that is ${status}`, hiddenId(at))),
  ...HIDDEN.map((status, at) => missing(`a piece once published that is ${status}`, onceId(at))),
  missing('a hidden piece by its URI', encoded(`https://press.example/pieces/${hiddenId(0)}`)),
  missing('no UUID', 'engines'),
  missing('no UUID, but the slug', 'on-engines-looms'),
  missing('a number', '1'),
  missing('an empty id', ''),
  missing('a UUID without hyphens', FULL.replaceAll('-', '')),
  missing('a UUID in braces', encoded(`{${FULL}}`)),
  missing('a UUID with space behind it', `${FULL}%20`),
  missing('a UUID with a line end behind it', `${FULL}%0A`),
  missing('a UUID with a NUL behind it', `${FULL}%00`),
  missing('a UUID cut short', FULL.slice(0, -1)),
  missing('a UUID that goes on', `${FULL}0`),
  missing('a UUID as a URN', `urn:uuid:${FULL}`),
  missing('a URI of another host', encoded(`https://other.example/pieces/${FULL}`)),
  missing('a URI of another scheme', encoded(`http://press.example/pieces/${FULL}`)),
  missing('a URI that is not encoded', `https://press.example/pieces/${FULL}`),
  missing('the URI of the page', encoded('https://press.example/author/ada/on-engines-looms')),
  missing('a wildcard', '%25'),
  missing('an id longer than any', 'a'.repeat(3000)),
];

for (const kind of DATABASES_IN_FULL) {
  describe(`a piece by id, on ${kind}`, async () => {
    const service = await startService(kind);
    await service.add(...RECORDS);
    runScenarios(service, [...SHOWN, ...MISSING]);
  });
}
