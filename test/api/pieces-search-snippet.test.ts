// The excerpt of a body match: around the first match, at word edges, with a mark where it is cut.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { fold } from '../../src/rendering/text/fold.ts';
import { author, piece } from '../support/archive/records.ts';
import { DATABASES_IN_FULL } from '../support/databases/databases.ts';
import { at, listAt } from '../support/json.ts';
import { read } from '../support/scenarios.ts';
import { startService } from '../support/service.ts';

const filler = (count: number, word = 'filler') =>
  Array.from({ length: count }, (_, at) => `${word}${at}`).join(' ');

interface Case {
  name: string;
  body: string;
  q: string;
  /** The whole snippet, where it is short enough to say. */
  is?: string;
  cut: 'nowhere' | 'behind' | 'before' | 'around';
  holds?: string[];
  lacks?: string[];
}

const CASES: Case[] = [
  {
    name: 'a short body is shown whole',
    body: 'We saw a heron at noon.',
    q: 'heron',
    is: 'We saw a heron at noon.',
    cut: 'nowhere',
  },
  {
    name: 'paragraphs and line ends become spaces',
    body: 'We saw\na heron.\n\nAt   noon.',
    q: 'heron',
    is: 'We saw a heron. At noon.',
    cut: 'nowhere',
  },
  {
    name: 'markup is not in it',
    body: 'We **saw** a [heron](https://heron.example/) `at` noon & <b>left</b>.',
    q: 'heron',
    is: 'We saw a heron at noon & <b>left</b>.',
    cut: 'nowhere',
  },
  {
    name: 'a match at the beginning',
    body: `Heron here. ${filler(80)}`,
    q: 'heron',
    cut: 'behind',
    holds: ['Heron here. filler0'],
  },
  {
    name: 'a match at the end',
    body: `${filler(80)} and a heron`,
    q: 'heron',
    cut: 'before',
    holds: ['filler79 and a heron'],
  },
  {
    name: 'a match in the middle',
    body: `${filler(80)} a heron ${filler(80, 'behind')}`,
    q: 'heron',
    cut: 'around',
    holds: ['filler79 a heron behind0'],
    lacks: ['filler60', 'behind20'],
  },
  {
    name: 'the first match of several',
    body: `${filler(80)} one heron ${filler(80)} two heron ${filler(80)}`,
    q: 'heron',
    cut: 'around',
    holds: ['one heron'],
    lacks: ['two heron'],
  },
  {
    name: 'a match inside a word',
    body: `${filler(80)} overheroned ${filler(80)}`,
    q: 'heron',
    cut: 'around',
    holds: ['overheroned'],
  },
  {
    name: 'a match of another case',
    body: `${filler(80)} HERON ${filler(80)}`,
    q: 'heron',
    cut: 'around',
    holds: ['HERON'],
  },
  {
    name: 'behind letters that grow when folded',
    body: `${'İİ ßß ﬃ '.repeat(60)}HERON ${filler(80)}`,
    q: 'heron',
    cut: 'around',
    holds: ['HERON filler0'],
  },
  {
    name: 'a match that is longer when folded',
    body: `${filler(80)} Straße ${filler(80)}`,
    q: 'STRASSE',
    cut: 'around',
    holds: ['Straße'],
  },
  {
    name: 'one character',
    body: `${filler(80)} ¿ ${filler(80)}`,
    q: '¿',
    cut: 'around',
    holds: ['¿'],
  },
  {
    name: 'emoji',
    body: `${'🦊 '.repeat(100)}🐢 ${'🦊 '.repeat(100)}`,
    q: '🐢',
    cut: 'around',
    holds: ['🦊 🐢 🦊'],
    lacks: ['\ufffd'],
  },
  {
    name: 'a script without spaces',
    body: `${'雨が降る。'.repeat(80)}橋${'雨が降る。'.repeat(80)}`,
    q: '橋',
    cut: 'around',
    holds: ['橋'],
  },
  {
    name: 'a query of 200 characters is in it whole',
    body: `${filler(80)} ${filler(23, 'thelong')} ${filler(80)}`,
    q: filler(23, 'thelong').slice(0, 200),
    cut: 'around',
    holds: [filler(23, 'thelong').slice(0, 200)],
  },
];

const isWordEdge = (text: string, edge: number) =>
  !/^[\p{L}\p{N}]{2}$/u.test(text.slice(Math.max(0, edge - 1), edge + 1));

/** Asserts that the snippet, without its ellipses, is in the body and begins and ends at the edges of words. */
function assertCut(snippet: string, body: string, cut: Case['cut']): void {
  const marks = { nowhere: [0, 0], behind: [0, 1], before: [1, 0], around: [1, 1] }[cut];
  const [, before = '', inner = '', behind = ''] = /^(…?)(.*?)(…?)$/su.exec(snippet) ?? [];
  assert.deepEqual([before.length, behind.length], marks, snippet);
  if (cut === 'nowhere') return;
  const text = body.replace(/\s+/g, ' ').trim();
  assert.ok(text.includes(inner), `not from the body: ${snippet}`);
  const start = text.indexOf(inner);
  assert.ok(isWordEdge(text, start), `starts within a word: ${snippet}`);
  assert.ok(isWordEdge(text, start + inner.length), `ends within a word: ${snippet}`);
}

for (const kind of DATABASES_IN_FULL) {
  describe(`the snippet of a match, on ${kind}`, async () => {
    const service = await startService(kind);
    await service.add(author('ada'));

    for (const { name, body, q, is, cut, holds = [], lacks = [] } of CASES) {
      test(name, async () => {
        const record = piece('ada', { headline: 'Title', sub: 'Below.', body_md: body });
        await service.add(record);
        const url = `/api/public/pieces/search?q=${encodeURIComponent(q)}&limit=100`;
        const hits = listAt(await read(service, url), 'results');
        const hit = hits.find((each) => String(at(each, 'id')).endsWith(record.id));
        assert.equal(at(hit, 'match_site'), 'body');
        const snippet = String(at(hit, 'snippet'));
        assert.ok(fold(snippet).includes(fold(q)), `no ${q} in ${snippet}`);
        if (is !== undefined) assert.equal(snippet, is);
        assert.ok(snippet.length <= Math.max(170, q.length + 90), `too long: ${snippet}`);
        if (cut === 'around') assert.ok(snippet.length >= 100, `too short: ${snippet}`);
        assertCut(snippet, body, cut);
        for (const words of holds) assert.ok(snippet.includes(words), `no ${words} in ${snippet}`);
        for (const words of lacks) assert.ok(!snippet.includes(words), `${words} in ${snippet}`);
      });
    }

    for (const [site, fields] of Object.entries({
      headline: { headline: 'The egret itself' },
      standfirst: { sub: 'The egret itself' },
    })) {
      test(`is null when the match was in the ${site}, though the body has it too`, async () => {
        const record = piece('ada', { headline: 'Title', body_md: 'An egret.', ...fields });
        await service.add(record);
        const hits = listAt(await read(service, '/api/public/pieces/search?q=egret'), 'results');
        const hit = hits.find((each) => String(at(each, 'id')).endsWith(record.id));
        assert.partialDeepStrictEqual(hit, { match_site: site, snippet: null });
      });
    }
  });
}
