// Search: the naive reference on random Unicode, and by name the rules that the reference assumes.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { FastifyInstance } from 'fastify';
import { suspendWriter } from '../../src/operations/accounts/writers.ts';
import { author, piece } from '../support/archive/records.ts';
import { DATABASES } from '../support/databases/databases.ts';
import { isFull } from '../support/full.ts';
import { emptyWorld, step } from '../support/search/search-world.ts';
import { startService } from '../support/service.ts';
import { rounds } from '../support/soak.ts';

test('both databases find what the reference finds, where and in the order it does', async () => {
  const world = await emptyWorld();
  await fc.assert(
    fc.asyncProperty(step, (given) => world.take(given)),
    // Imported records stay, so fast-check can't shrink a failure; its seed repeats it.
    { numRuns: rounds(isFull ? 9 : 3, 200), endOnFailure: true },
  );
  const { asked, answered } = world;
  // Random filters leave a third at best, and by chance far fewer; that hardly any would find something is the fault.
  assert.ok(answered > asked / 16, `only ${answered} of ${asked} queries found anything`);
});

interface Rule {
  rule: string;
  text: string;
  finds: string[];
  misses: string[];
}

const RULES: Rule[] = [
  {
    rule: 'wildcards are ordinary characters',
    text: 'Up 100% in snake_case',
    finds: ['%', '_', '0%', '100%', 'e_c', '% in snake_'],
    misses: ['%%', '__', '10%', 'p%1', 'k_c', '100_', '%case%'],
  },
  {
    rule: 'quotes and backslashes are ordinary characters',
    text: `She said "it's C:\\new"`,
    finds: ['"', "'", '\\', '"it', "it's", 'C:\\n', '\\new"'],
    misses: ['""', "''", '\\\\', '"its', '\\"', 'c:new'],
  },
  {
    rule: 'words of query languages are ordinary words',
    text: 'near and OR not headline : x* (y)',
    finds: ['NEAR', 'AND or', 'headline :', 'x*', '(y)', 'not h'],
    misses: ['near OR', 'x**', 'y*', 'headline:'],
  },
  {
    rule: 'case is Unicode case',
    text: 'Straße, ΣΟΦΟΣ, ſelten, Ǆ, ﬁne',
    finds: ['STRASSE', 'strasse', 'STRAẞE', 'σοφος', 'σοφοσ', 'ς', 'SELTEN', 'ǆ', 'fine', 'ss'],
    misses: ['strase', 'σοφός', 'dz'],
  },
  {
    rule: 'a dotted İ is an i, a dotless ı is not',
    text: 'İzmir ılık',
    finds: ['i\u0307zmir', 'İZMİR'.slice(0, 3), 'zmir', 'izmir', 'IZMIR', 'ılı'],
    misses: ['ilik', 'ILIK'],
  },
  {
    rule: 'typographic signs are plain ones, and no-break spaces are spaces',
    text: 'You’ll get “ten” – 10\u00a0km',
    finds: ["you'll get", 'YOU’LL', '"ten"', '„ten“', ' - 10 ', '—', '10 km', '10\u202fkm'],
    misses: ['youll', '10km', "'ten'"],
  },
  {
    rule: 'accents count, their composition does not',
    text: 'Cafe\u0301 noe\u0308l Å',
    finds: ['café', 'CAFÉ', 'cafe\u0301', 'noël', 'a\u030A', '\u212B'],
    misses: ['cafe', 'noel', 'café n\u0303'],
  },
  {
    rule: 'one and two characters are enough, of every script',
    text: '漢字 한국어 👩‍👧 سلام',
    finds: ['漢', '字', '漢字', '한', '한'.normalize('NFD'), '👩', '👧', '👩‍', 'س', 'لا'],
    misses: ['字漢', '국한', '👨', 'م س', '\u1112'],
  },
];

const foundAt = async (app: FastifyInstance, path: string, q: string): Promise<object[]> =>
  (await app.inject(`${path}?q=${encodeURIComponent(q)}`)).json().results;

for (const kind of DATABASES) {
  describe(`search on ${kind}`, () => {
    for (const { rule, text, finds, misses } of RULES) {
      test(rule, async () => {
        const { app, add } = await startService(kind);
        const fields = { headline: 'Ü1', sub: 'Ü2', body_md: `\`\`\`\`\n${text}\n\`\`\`\`` };
        await add(
          author('ada', { name: 'Ü4', bio: text }),
          piece('ada', fields),
          piece('ada', { ...fields, sub: text }),
          piece('ada', { ...fields, headline: text }),
        );
        for (const q of [...finds, ...misses]) {
          const hits = await foundAt(app, '/api/public/pieces/search', q);
          const sites = hits.map((hit) => ('match_site' in hit ? hit.match_site : null));
          const writers = await foundAt(app, '/api/public/authors/search', q);
          const expected = finds.includes(q);
          assert.deepEqual(sites, expected ? ['headline', 'standfirst', 'body'] : [], q);
          assert.equal(writers.length, expected ? 1 : 0, q);
        }
      });
    }

    test('a language that no piece has is found in nothing, whatever else is known', async () => {
      const { app, add } = await startService(kind);
      // More pieces than a search scans for any term.
      const many = Array.from({ length: 25 }, () => piece('ada', { headline: 'Banana' }));
      await add(author('ada'), ...many);
      // The first tells how rare each is.
      for (const filter of ['', '&author=ada', '&locale=xx', '&author=ada&locale=xx']) {
        for (const q of ['banana', 'quince']) {
          const answer = await app.inject(`/api/public/pieces/search?q=${q}${filter}`);
          const isThere = q === 'banana' && !filter.includes('xx');
          assert.equal(answer.json().count, isThere ? 20 : 0, `${q}${filter}: ${answer.body}`);
        }
      }
    });

    test('nothing of a suspended writer is found', async () => {
      const { app, add, context } = await startService(kind);
      await add(
        ...[author('ada', { bio: 'banana' }), author('bo', { bio: 'banana' })],
        ...[piece('ada', { headline: 'Banana' }), piece('bo', { body_md: 'A banana.' })],
      );
      await suspendWriter(context, 'ada');
      for (const q of ['b', 'ba', 'ban', 'banana']) {
        const pieces = await foundAt(app, '/api/public/pieces/search', q);
        const writers = await foundAt(app, '/api/public/authors/search', q);
        assert.equal(pieces.length, 1);
        assert.equal(writers.length, 1);
        assert.doesNotMatch(JSON.stringify([pieces, writers]), /author\/ada|Banana/);
      }
    });
  });
}
