// The repository says things in the field's common words: docs/words.md.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { describeFound, findWords, foundIn, wordsIn } from './find-words.ts';
import { WORDS } from './words.ts';

const PAGE = readFileSync(new URL('../../docs/words.md', import.meta.url), 'utf8');

test('no file uses a word that was given up', async () => {
  const found = (await findWords()).map(describeFound);
  assert.equal(found.length, 0, `\n${found.join('\n')}\n\nWhy, and exceptions: docs/words.md`);
});

describe('the table of words', () => {
  for (const word of WORDS) {
    const { not, bad, good } = word;
    test(`“${not}” is found, and ordinary English is not`, () => {
      assert.notEqual(foundIn(bad, word), undefined, bad);
      assert.equal(foundIn(good, word), undefined, good);
    });
  }

  test('the examples in docs/words.md are entries of the table', () => {
    const [, rows = ''] = /^\| Avoid \| Use \|\n\|-+\|-+\|\n((?:\|.*\n)+)/m.exec(PAGE) ?? [];
    const examples = rows.trim().split('\n');
    const entries = WORDS.map(({ not, say }) => `| ${not} | ${say} |`);
    assert.ok(examples.length >= 3, rows);
    assert.deepEqual(
      examples.filter((row) => !entries.includes(row)),
      [],
    );
  });

  test('a file name counts as well', () => {
    const [found] = wordsIn('src/surfaces/mcp/message-lane.ts', '');
    assert.equal(found?.at, 'src/surfaces/mcp/message-lane.ts');
  });

  test('a hit names its line, the word found and the word to say', () => {
    const [found] = wordsIn('src/store/store.ts', 'one\nmade anew\n');
    assert.ok(found);
    assert.equal(describeFound(found), 'src/store/store.ts:2: found “anew”, say again');
  });

  test('an exception needs a reason', () => {
    const line = "const name = 'picture';\nconst Picture = name;";
    assert.equal(wordsIn('src/a.ts', line).length, 1);
    assert.equal(wordsIn('src/a.ts', line.replace(';', '; // words-allow:')).length, 1);
    assert.equal(wordsIn('src/a.ts', line.replace(';', '; // words-allow: an API')).length, 0);
  });
});
