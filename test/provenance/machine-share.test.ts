// How many words of a text are a program's, on cases made by hand. The figures are in docs/provenance.md.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { compared, shareOf } from '../../src/operations/provenance/machine-share.ts';

interface Step {
  body: string;
  /** Who saved it: a key, the writer, the writer from a proposal, or from an older version. */
  by?: 'key' | 'writer' | 'taken' | 'restored';
}

const PARAGRAPHS = [
  'The tide comes in twice a day, and nobody at the harbour looks up.',
  'The moon pulls the water, and the sun helps a little at new moon.',
  'Boats that lie dry at noon float at six, whatever their owners do.',
];
const TEXT = PARAGRAPHS.join('\n\n');
const THOUSAND = Array.from({ length: 1000 }, (_, at) => `word${at}`).join(' ');
const GERMAN =
  'Zweimal täglich kommt das Wasser, und keiner im Hafen schaut auf.\n\nDer Mond zieht am Meer, ' +
  'bei Neumond hilft ihm die Sonne.\n\nBoote, die mittags trocken liegen, schwimmen um sechs.';

const key = (body: string): Step => ({ body, by: 'key' });

const CASES: [name: string, steps: Step[], share: number][] = [
  ['A key’s draft, unchanged', [key(TEXT)], 100],
  [
    'Paragraphs moved by the writer',
    [key(TEXT), { body: PARAGRAPHS.toReversed().join('\n\n') }],
    100,
  ],
  [
    'Words deleted and typed again as they were',
    [key(TEXT), { body: 'x' }, { body: PARAGRAPHS[0] ?? '' }, { body: TEXT }],
    100,
  ],
  [
    'All of it retyped in other words',
    [key(TEXT), { body: 'Nothing here was there before; I began again.' }],
    0,
  ],
  ['Translated by the writer', [key(TEXT), { body: GERMAN }], 0],
  [
    'One word of a thousand changed',
    [key(THOUSAND), { body: THOUSAND.replace('word500 ', 'mine ') }],
    99,
  ],
  [
    'One word of a thousand is the program’s',
    [{ body: THOUSAND }, { body: THOUSAND.replace('word500 ', 'theirs '), by: 'taken' }],
    1,
  ],
  [
    'The writer adds as much again',
    [key(PARAGRAPHS[0] ?? ''), { body: `${PARAGRAPHS[0]}\n\n${PARAGRAPHS[1]}` }],
    50,
  ],
  [
    'The writer’s words in a program’s revision stay theirs',
    [key(PARAGRAPHS[0] ?? ''), { body: `${PARAGRAPHS[0]}\n\n${PARAGRAPHS[1]}` }, key(TEXT)],
    66,
  ],
  ['A proposal taken as it was', [{ body: PARAGRAPHS[0] ?? '' }, { body: TEXT, by: 'taken' }], 66],
  [
    'Rewritten, and the draft restored',
    [key(TEXT), { body: GERMAN }, { body: TEXT, by: 'restored' }],
    100,
  ],
];

const versionOf = ({ body, by = 'writer' }: Step, at: number) => ({
  number: at + 1,
  ...{ headline: '', sub: null, body_md: body },
  saved_by_kind: by === 'key' ? 'key' : 'writer',
  origin: by === 'taken' || by === 'restored' ? by : 'saved',
});

for (const [name, steps, share] of CASES) {
  test(`${name}: ${share} %`, async () => {
    const versions = steps.map(versionOf);
    const numbers = compared(versions);
    assert.equal(await shareOf(versions.filter((each) => numbers.includes(each.number))), share);
    const docs = await readFile(new URL('../../docs/provenance.md', import.meta.url), 'utf8');
    assert.ok(docs.includes(`| ${name} | ${share} % |`), 'the docs have the figure');
  });
}
