// Searching pieces: where a match counts, in which order it is answered, and what is never found.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { author, piece } from '../support/archive/records.ts';
import { DATABASES } from '../support/databases/databases.ts';
import { runScenarios, type Scenario } from '../support/scenarios.ts';
import { startService } from '../support/service.ts';

const SEARCH = '/api/public/pieces/search';

const on = (day: number) => `2026-05-${String(day).padStart(2, '0')}T00:00:00.000Z`;

const ID = 'd1d1d1d1-0000-4000-8000-000000000001';

/** Headline, standfirst, body, day of publication, and what else matters. */
const entry = (
  headline: string,
  sub: string | null,
  body: string,
  day: number,
  more: object = {},
) => piece('ada', { headline, sub, body_md: body, published_at: on(day), ...more });

// The later a piece is published, the worse its match: recency alone would turn the order around.
const RECORDS = [
  author('ada', { name: 'Ada Kingfisher', niche: 'Herons', identity_verified: true }),
  author('shut', { name: 'Shut', suspended_at: '2026-06-01T00:00:00Z' }),
  entry('Body, old', null, 'A walk to the lighthouse.', 20),
  entry('Lighthouse, old', 'Nothing here.', 'Nor here.', 1),
  entry('Standfirst, new', 'Past the lighthouse.', 'Nothing here.', 12, { category: 'life' }),
  entry('Body, new', 'Nothing here.', 'The LightHouse again.', 22, { category: 'life' }),
  entry('LIGHTHOUSE, new', null, 'Nothing here.', 3, { category: 'life' }),
  entry('Standfirst, old', 'To the lighthouse.', 'And the lighthouse again.', 10),
  entry('Every lighthouse', 'The lighthouse.', 'The lighthouse.', 2, { category: 'civic' }),
  entry('Body, civic', null, 'A lighthouse for all.', 21, { category: 'civic' }),
  entry('Elsewhere', 'Not that word.', 'A light house. Light\n\nhouse.', 25, {
    id: ID,
    tags: ['lighthouse', 'osprey'],
    style: 'ornithology',
    external_url: 'https://elsewhere.example/lighthouse',
  }),
  piece('shut', { headline: 'Hidden lighthouse' }),
  ...['draft', 'pending', 'rejected', 'changes_requested'].flatMap((status) => [
    entry('Hidden lighthouse', 'Hidden lighthouse', 'Hidden lighthouse', 26, { status }),
    piece('ada', { headline: 'Hidden lighthouse', status, published_at: undefined }),
  ]),
  piece('ada', {
    headline: 'Working lighthouse',
    body_md: 'A working lighthouse.',
    versions: [
      {
        headline: 'As it is live',
        body_md: 'Only the harbour.',
        number: 1,
        saved_at: on(1),
        saved_by: { kind: 'writer', name: 'ada' },
        origin: 'saved',
      },
    ],
    live_version: 1,
    slug: 'as-it-is-live',
    published_at: on(27),
  }),
  entry(
    'Marked up',
    null,
    'A **very bold** move to [the pier](https://pier.example/boardwalk "seagull").\n\n' +
      '![A painted buoy](/media/trawler.png)\n\n- one item\n- two items\n\n`inline_code()`',
    5,
  ),
];

const SITES = [
  ['LIGHTHOUSE, new', 'headline'],
  ['Every lighthouse', 'headline'],
  ['Lighthouse, old', 'headline'],
  ['Standfirst, new', 'standfirst'],
  ['Standfirst, old', 'standfirst'],
  ['Body, new', 'body'],
  ['Body, civic', 'body'],
  ['Body, old', 'body'],
] as const;

const TITLES = SITES.map(([title]) => title);

const search = (q: string, finds: string[], more = ''): Scenario => ({
  name: `${JSON.stringify(q)}${more} finds ${finds.join(', ') || 'nothing'}`,
  url: `${SEARCH}?q=${encodeURIComponent(q)}${more}`,
  status: 200,
  has: { query: q, count: finds.length },
  finds,
  lacks: ['Hidden', 'Working', 'working'],
});

const SCENARIOS: Scenario[] = [
  {
    ...search('lighthouse', TITLES),
    name: 'headline before standfirst before body, each newest first, each piece once',
    has: {
      ok: true,
      query: 'lighthouse',
      category: null,
      results: SITES.map(([title, match_site]) => ({ title, match_site })),
    },
  },
  search('lighthouse', TITLES.slice(0, 1), '&limit=1'),
  search('lighthouse', TITLES.slice(0, 3), '&limit=3'),
  search('lighthouse', TITLES.slice(0, 4), '&limit=4'),
  search('lighthouse', TITLES.slice(0, 6), '&limit=6'),
  search('lighthouse', TITLES, '&limit=100'),
  {
    ...search('lighthouse', ['LIGHTHOUSE, new', 'Standfirst, new', 'Body, new'], '&category=life'),
    has: { category: 'life', results: [{ category: 'life' }] },
  },
  search('lighthouse', ['LIGHTHOUSE, new', 'Standfirst, new'], '&category=life&limit=2'),
  search('lighthouse', [], '&category=money'),
  search('LIGHTHOUSE', TITLES),
  search('ighthous', TITLES),
  // Fields of a piece that the search ignores.
  search('osprey', []),
  search('ornithology', []),
  search('kingfisher', []),
  search('herons', []),
  search('elsewhere.example', []),
  search(ID, []),
  search('civic,', []),
  // The body is its plain text.
  search('very bold move to the pier', ['Marked up']),
  search('**', []),
  search('boardwalk', []),
  search('seagull', []),
  search('painted buoy', ['Marked up']),
  search('trawler', []),
  search('one item\ntwo items', ['Marked up']),
  search('inline_code()', ['Marked up']),
  search('strong>', []),
  // No match runs from the headline into the standfirst or the body.
  search('lighthouseThe', []),
  search('Standfirst, newPast', []),
  {
    name: 'no match is an empty list',
    url: `${SEARCH}?q=nothing%20of%20the%20kind&category=money`,
    status: 200,
    is: {
      ok: true,
      query: 'nothing of the kind',
      category: 'money',
      count: 0,
      results: [],
      next_cursor: null,
    },
  },
  {
    name: 'the query is echoed as received and matched without the space around it',
    url: `${SEARCH}?q=%20%0Avery+bold%09%E3%80%80`,
    status: 200,
    has: { query: ' \nvery bold\t\u3000' },
    finds: ['Marked up'],
  },
  {
    name: 'unknown parameters are ignored',
    url: `${SEARCH}?q=lighthouse&limit=2&status=draft&site=body&writer=shut&page=2`,
    status: 200,
    finds: TITLES.slice(0, 2),
  },
];

const HIT = {
  id: `https://press.example/pieces/${ID}`,
  url: 'https://press.example/author/ada/elsewhere',
  title: 'Elsewhere',
  summary: 'Not that word.',
  date_published: on(25),
  category: 'building',
  tags: ['lighthouse', 'osprey'],
  authors: [
    {
      name: 'Ada Kingfisher',
      slug: 'ada',
      url: 'https://press.example/author/ada',
      identity_verified: true,
    },
  ],
};

for (const kind of DATABASES) {
  describe(`searching pieces, on ${kind}`, async () => {
    const service = await startService(kind);
    await service.add(...RECORDS);
    runScenarios(service, SCENARIOS);

    test('a hit has these fields and no others', async () => {
      const hitOf = async (q: string) => {
        const answer = await service.app.inject(`${SEARCH}?q=${encodeURIComponent(q)}`);
        return answer.json<{ results: unknown[] }>().results[0];
      };
      assert.deepEqual(await hitOf('elsewhere'), { ...HIT, snippet: null, match_site: 'headline' });
      assert.deepEqual(await hitOf('that word'), {
        ...HIT,
        snippet: null,
        match_site: 'standfirst',
      });
      assert.deepEqual(await hitOf('a light house'), {
        ...HIT,
        snippet: 'A light house. Light house.',
        match_site: 'body',
      });
    });
  });
}
