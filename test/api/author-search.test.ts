// Searching authors: where a match counts, what is an ordinary character, and what is shown.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { author, piece } from '../support/archive/records.ts';
import { DATABASES_IN_FULL } from '../support/databases/databases.ts';
import { at, listAt } from '../support/json.ts';
import { read, runScenarios, type Scenario } from '../support/scenarios.ts';
import { startService } from '../support/service.ts';

const RECORDS = [
  author('al-1815', {
    name: 'Ada Lovelace',
    niche: 'Analytical engines',
    role: 'Mathematician',
    bio: 'Wrote the first program. Loves horses.',
    location: 'Marylebone',
    website: 'https://ada.example/pendulum',
    avatar_url: 'https://pictures.example/zeppelin.png',
    socials: { x: 'https://x.example/vulcanite' },
    email: 'quixotic@example.org',
    slugs: [{ slug: 'harlequin', since: '2020-01-01T00:00:00Z' }],
    identity_verified: true,
  }),
  piece('al-1815', { headline: 'Jacquard', body_md: 'Looms weave.', tags: ['tapestry'] }),
  author('shut', { name: 'Shut Lovelace', suspended_at: '2026-06-01T00:00:00Z' }),
  author('percent', { name: 'Per', bio: 'Gives 100% always' }),
  author('thousand', { name: 'Tho', bio: 'Gives 1000 always' }),
  author('snake', { name: 'Sna', bio: 'In snake_case' }),
  author('kebab', { name: 'Keb', bio: 'In snake-case' }),
  author('double', { name: 'Dou', bio: 'Said "never" twice' }),
  author('single', { name: "Sin O'Hara" }),
  author('slash', { name: 'Sla', bio: 'From C:\\temp to /tmp' }),
  author('accent', { name: 'Zoë', role: 'Café owner' }),
  author('no-accent', { name: 'Zoe', role: 'Cafe owner' }),
  author('street', { name: 'Der Straßenbauer' }),
  author('greek', { name: 'ΟΔΥΣΣΕΥΣ' }),
  author('chinese', { name: '魯迅' }),
  author('fox', { name: 'Fox', niche: 'Foxes 🦊 of all kinds' }),
];

const search = (q: string, finds: string[]): Scenario => ({
  name: `${JSON.stringify(q)} finds ${finds.join(', ') || 'nobody'}`,
  url: `/api/public/authors/search?q=${encodeURIComponent(q)}`,
  status: 200,
  has: { query: q, count: finds.length },
  finds,
  lacks: ['shut', 'quixotic'],
});

const none: string[] = [];

const MATCHES: Scenario[] = [
  // The four fields that are searched.
  search('Lovelace', ['al-1815']),
  search('Analytical', ['al-1815']),
  search('Mathematician', ['al-1815']),
  search('first program. Loves', ['al-1815']),
  // Fields of an author that the search ignores.
  search('Marylebone', none),
  search('pendulum', none),
  search('zeppelin', none),
  search('vulcanite', none),
  search('1815', none),
  search('harlequin', none),
  search('Jacquard', none),
  search('weave', none),
  search('tapestry', none),
  { ...search('quixotic', none), lacks: ['@example.org'] },
  // No match runs from one field into the next.
  search('LovelaceAnalytical', none),
  search('Lovelace Analytical', none),
  search('enginesMathematician', none),
  // A fragment, in any case, of any length.
  search('ovelac', ['al-1815']),
  search('LOVELACE', ['al-1815']),
  search('lovelace', ['al-1815']),
  search('gin', ['al-1815']),
  search('vv', none),
  // Ordinary characters, even if they mean something to a database.
  search('%', ['percent']),
  search('100%', ['percent']),
  search('0% a', ['percent']),
  search('_', ['snake']),
  search('snake_case', ['snake']),
  search('"', ['double']),
  search('"never"', ['double']),
  search("'", ['single']),
  search("o'h", ['single']),
  search('\\', ['slash']),
  search('c:\\temp', ['slash']),
  search('\\%', none),
  search('love*', none),
  search('lovelace OR fox', none),
  search('lovelace NOT fox', none),
  search('folded : fox', none),
  search("' OR 1=1 --", none),
  // Unicode.
  search('zoë', ['accent']),
  search('zoe', ['no-accent']),
  search('ZOE\u0308', ['accent']),
  search('ë', ['accent']),
  search('café', ['accent']),
  search('CAFE', ['no-accent']),
  search('strassen', ['street']),
  search('STRAẞE', ['street']),
  search('οδυσσευς', ['greek']),
  search('魯', ['chinese']),
  search('魯迅', ['chinese']),
  search('🦊', ['fox']),
  search('🦊 of', ['fox']),
];

const WHOLE: Scenario[] = [
  {
    name: 'a hit has these fields and no others',
    url: '/api/public/authors/search?q=lovelace',
    status: 200,
    is: {
      ok: true,
      query: 'lovelace',
      count: 1,
      next_cursor: null,
      results: [
        {
          slug: 'al-1815',
          name: 'Ada Lovelace',
          role: 'Mathematician',
          niche: 'Analytical engines',
          bio_snippet: 'Wrote the first program. Loves horses.',
          avatar_url: 'https://pictures.example/zeppelin.png',
          identity_verified: true,
          pieces_count: 1,
          urls: {
            profile: 'https://press.example/author/al-1815',
            badge_svg: 'https://press.example/embed/al-1815/badge.svg',
            feed_json: 'https://press.example/author/al-1815/feed.json',
          },
        },
      ],
    },
    lacks: ['feed_rss', 'website', 'socials', 'location'],
  },
  {
    name: 'what an author did not give is null',
    url: '/api/public/authors/search?q=straßenbauer',
    status: 200,
    has: {
      results: [
        {
          role: null,
          niche: null,
          bio_snippet: null,
          avatar_url: null,
          identity_verified: false,
          pieces_count: 0,
        },
      ],
    },
  },
  {
    name: 'no match is an empty list',
    url: '/api/public/authors/search?q=nobody-at-all',
    status: 200,
    is: { ok: true, query: 'nobody-at-all', count: 0, results: [], next_cursor: null },
  },
  {
    name: 'the query is echoed as received and matched without the space around it',
    url: '/api/public/authors/search?q=%20%09lovelace%C2%A0%0A',
    status: 200,
    has: { query: ' \tlovelace\u00a0\n' },
    finds: ['al-1815'],
  },
  {
    name: 'the space inside a query counts',
    url: '/api/public/authors/search?q=ada%20%20lovelace',
    status: 200,
    finds: [],
  },
  {
    name: 'a plus is a space, as forms send it',
    url: '/api/public/authors/search?q=ada+lovelace',
    status: 200,
    has: { query: 'ada lovelace' },
    finds: ['al-1815'],
  },
  {
    name: 'unknown parameters are ignored',
    url: '/api/public/authors/search?q=lovelace&category=civic&offset=5&verified=no&Limit=0',
    status: 200,
    finds: ['al-1815'],
  },
];

const word = (length: number) => 'w'.repeat(length);

const BIOS: { name: string; bio: string; snippet: string }[] = [
  { name: '160 characters are kept whole', bio: word(160), snippet: word(160) },
  {
    name: '161 characters lose the last word',
    bio: `${word(99)} ${word(61)}`,
    snippet: word(99),
  },
  {
    name: 'a word that ends at the 160th character stays',
    bio: `${word(99)} ${word(60)} more`,
    snippet: `${word(99)} ${word(60)}`,
  },
  {
    name: 'a space at the 160th character goes',
    bio: `${word(159)} more`,
    snippet: word(159),
  },
  { name: 'one long word is cut where it must be', bio: word(200), snippet: word(160) },
  {
    name: 'characters are counted, not their halves',
    bio: `${'🦊'.repeat(160)}`,
    snippet: '🦊'.repeat(160),
  },
  {
    name: 'no character is cut in two',
    bio: `${'🦊'.repeat(200)}`,
    snippet: '🦊'.repeat(160),
  },
];

for (const kind of DATABASES_IN_FULL) {
  describe(`searching authors, on ${kind}`, async () => {
    const service = await startService(kind);
    await service.add(...RECORDS);
    runScenarios(service, [...MATCHES, ...WHOLE]);
  });

  describe(`the snippet of a bio, on ${kind}`, async () => {
    const service = await startService(kind);
    await service.add(...BIOS.map(({ bio }, at) => author(`bio-${at}`, { name: `N${at}`, bio })));
    for (const [index, { name, snippet }] of BIOS.entries()) {
      test(name, async () => {
        const body = await read(service, `/api/public/authors/search?q=n${index}`);
        const [hit] = listAt(body, 'results');
        assert.equal(at(hit, 'bio_snippet'), snippet);
      });
    }
  });
}
