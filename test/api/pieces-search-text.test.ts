// Which texts count as the same when pieces are searched, character by character, on both databases.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { author, piece } from '../support/archive/records.ts';
import { DATABASES } from '../support/databases/databases.ts';
import { at, listAt } from '../support/json.ts';
import { read } from '../support/scenarios.ts';
import { startService } from '../support/service.ts';

const TEXTS = {
  percent: 'Sure at 100% now',
  thousand: 'Sure at 1000 now',
  snake: 'In snake_case names',
  kebab: 'In snake-case names',
  double: 'He said "never" once',
  single: "O'Hara's crow",
  backslash: 'Under C:\\temp lies',
  accent: 'Café Zoë opens',
  plain: 'Cafe Zoe opens',
  street: 'Die Straße endet',
  istanbul: 'İstanbul yolu',
  dotless: 'Ilık kapı',
  greek: 'Ο ΟΔΥΣΣΕΥΣ έρχεται',
  ligature: 'An eﬃcient ﬁre',
  arabic: 'الكتابة حرّة',
  chinese: '橋と雨の街',
  fox: 'A 🦊 jumps over',
  family: 'The 👩‍👩‍👧 family',
  angle: 'Less <than> & more',
  operators: 'Cats AND dogs OR (birds)',
  star: 'Five * stars ^ high',
  colon: 'headline: a colon',
  dollar: 'Costs $1 and $& each',
};

type Name = keyof typeof TEXTS;

const ASCII_PUNCTUATION = /[!-/:-@[-`{-~]/g;

const markdown = (text: string) => text.replace(ASCII_PUNCTUATION, '\\$&');

/** Each text occurs once in a headline, once in a standfirst and once in a body. */
const recordsOf = (name: string, text: string) => {
  const empty = { headline: '¶', body_md: '¶', tags: [name] };
  return [
    piece('writer', { ...empty, headline: text }),
    piece('writer', { ...empty, sub: text }),
    piece('writer', { ...empty, body_md: markdown(text) }),
  ];
};

/** A query, and the texts that hold it: each is found in its headline, standfirst and body. */
const CASES: [q: string, finds: Name[]][] = [
  ['%', ['percent']],
  ['0%', ['percent']],
  ['100%', ['percent']],
  ['100% n', ['percent']],
  ['%%', []],
  ['_', ['snake']],
  ['e_', ['snake']],
  ['snake_case', ['snake']],
  ['snake-case', ['kebab']],
  ['___', []],
  ['"', ['double']],
  ['""', []],
  ['"ne', ['double']],
  ['"never"', ['double']],
  ["'", ['single']],
  ["o'hara's", ['single']],
  ["''", []],
  ['\\', ['backslash']],
  ['\\t', ['backslash']],
  ['c:\\temp', ['backslash']],
  ['\\\\', []],
  ['\\%', []],
  ['café', ['accent']],
  ['CAFÉ ZOË', ['accent']],
  ['cafe\u0301', ['accent']],
  ['é', ['accent']],
  ['e\u0308 o', ['accent']],
  ['cafe', ['plain']],
  ['zoe', ['plain']],
  ['straße', ['street']],
  ['STRASSE', ['street']],
  ['STRAẞE', ['street']],
  ['ß', ['street', 'angle']],
  ['SS', ['street', 'angle']],
  ['i\u0307stanbul', ['istanbul']],
  ['İSTANBUL', ['istanbul']],
  ['istanbul', ['istanbul']],
  ['kapı', ['dotless']],
  ['KAPI', []],
  ['οδυσσευς', ['greek']],
  ['ΟΔΥΣΣΕΥσ', ['greek']],
  ['έρχ', ['greek']],
  ['ερχ', []],
  ['efficient', ['ligature']],
  ['FIRE', ['ligature']],
  ['كتابة', ['arabic']],
  ['حرّة', ['arabic']],
  ['حرة', []],
  ['橋', ['chinese']],
  ['橋と', ['chinese']],
  ['雨の街', ['chinese']],
  ['🦊', ['fox']],
  ['a 🦊', ['fox']],
  ['👩‍👩‍👧', ['family']],
  ['👧', ['family']],
  ['<than>', ['angle']],
  ['&', ['angle', 'dollar']],
  ['&amp;', []],
  ['cats and dogs', ['operators']],
  ['AND dogs', ['operators']],
  ['cats OR', []],
  ['(birds)', ['operators']],
  ['NEAR(cats dogs)', []],
  ['*', ['star']],
  ['* stars', ['star']],
  ['star*', []],
  ['^', ['star']],
  ['headline: a', ['colon']],
  ['sub : a', []],
  ['$1', ['dollar']],
  ['$&', ['dollar']],
  ["'; DROP TABLE pieces; --", []],
];

for (const kind of DATABASES) {
  describe(`the same text to a search for pieces, on ${kind}`, async () => {
    const service = await startService(kind);
    await service.add(
      author('writer'),
      ...Object.entries(TEXTS).flatMap(([name, text]) => recordsOf(name, text)),
    );

    for (const [q, finds] of CASES) {
      test(`${JSON.stringify(q)} finds ${finds.join(', ') || 'nothing'}`, async () => {
        const body = await read(
          service,
          `/api/public/pieces/search?q=${encodeURIComponent(q)}&limit=100`,
        );
        const hits = listAt(body, 'results').map((hit) => [
          at(hit, 'match_site'),
          ...listAt(hit, 'tags'),
        ]);
        const sites = ['headline', 'standfirst', 'body'];
        const expected = sites.flatMap((site) => finds.map((name) => [site, name]));
        assert.deepEqual(hits.sort(), expected.sort());
        assert.equal(at(body, 'query'), q);
      });
    }
  });
}
