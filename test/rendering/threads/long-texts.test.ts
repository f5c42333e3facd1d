// Long texts are rendered and compared on a thread, with the results of short ones, and kept.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { withMoved } from '../../../src/rendering/diff/moved-paragraphs.ts';
import { difference, type Row } from '../../../src/rendering/diff/text-diff.ts';
import { wordChanges, wordCounts } from '../../../src/rendering/diff/word-changes.ts';
import { BACK_REFERENCES } from '../../../src/rendering/markdown/footnote-list.ts';
import { parsed, renderParsed } from '../../../src/rendering/markdown/render-text.ts';
import {
  compare,
  compareWithMoved,
  countWords,
  MOST_ROWS,
} from '../../../src/rendering/on-thread/compare.ts';
import { renderMarkdown, renderPreview } from '../../../src/rendering/on-thread/markdown.ts';
import { SHORT_TEXT } from '../../../src/rendering/on-thread/rendering-thread.ts';
import { someOf } from '../../support/full.ts';
import { threadTasks } from '../../support/thread-tasks.ts';

const LENGTH = 100_000;
const repeat = (unit: string, length = LENGTH) => unit.repeat(Math.ceil(length / unit.length));

const tasksOf = async (work: () => Promise<unknown>) => (await threadTasks(work)).length;

const textOf = (rows: readonly Row[], without: 'added' | 'removed') =>
  rows
    .flat()
    .filter(({ kind }) => kind !== without)
    .map(({ text }) => text)
    .join('');

describe('long texts', () => {
  for (const unit of someOf(['|-', '[^1]: [^1] ', 'A *word* or two.\n\n'], 3)) {
    test(`${JSON.stringify(unit)} is rendered on the thread, as it would be here`, async () => {
      const markdown = repeat(unit);
      let rendered = {};
      const tasks = await tasksOf(async () => {
        rendered = await renderMarkdown(markdown);
      });
      assert.equal(tasks, 1);
      assert.deepEqual(rendered, renderParsed(parsed(markdown), []));
    });
  }

  for (const [start, unit] of [
    [`${'> '.repeat(99)}a\n`, 'b\n'],
    ['a|b\n-|-\n', 'c\n'],
    ['', '!['],
  ] as const) {
    test(`${JSON.stringify(unit)} is rendered there if it is a page long`, async () => {
      const markdown = start + repeat(unit, 8_000 - start.length);
      assert.equal(await tasksOf(() => renderMarkdown(markdown)), 1);
    });
  }

  test('short ones are not', async () => {
    const markdown = repeat('A *word* or two.\n\n', SHORT_TEXT - 100);
    assert.equal(await tasksOf(() => renderMarkdown(markdown)), 0);
    assert.equal(await tasksOf(() => compare('a\n\nb', 'a\n\nc')), 0);
  });

  test('code in them is highlighted, as far as it can be', async () => {
    const prose = repeat('Words. ', SHORT_TEXT);
    const { html } = await renderMarkdown(`\`\`\`js\nlet a;\n\`\`\`\n\n${prose}`);
    assert.match(html, /<span class="hl-keyword">let/);
  });

  test('a preview is rendered once for all who ask, at once or later', async () => {
    const markdown = repeat('- [ ] preview\n');
    const tasks = await tasksOf(async () => {
      await Promise.all(Array.from({ length: 5 }, () => renderPreview(markdown)));
      await renderPreview(markdown);
    });
    assert.equal(tasks, 1);
  });

  test('a note that is named very often has a bounded number of links back', async () => {
    const { html } = await renderMarkdown(`[^1]: b\n\n${repeat('[^1]')}`);
    assert.equal(html.match(/doc-backlink/g)?.length, BACK_REFERENCES);
  });

  test('are compared on the thread, as they would be here', async () => {
    const [old, now] = [
      repeat('One two.\n\nThree.\n\n', 9_000),
      repeat('One.\n\nThree.\n\n', 9_000),
    ];
    assert.equal(await tasksOf(() => compare(old, now)), 1);
    assert.deepEqual(await compare(old, now), difference(old, now));
    assert.deepEqual(await compareWithMoved(old, now), withMoved(difference(old, now)));
  });

  test('very many paragraphs become few rows, and nothing is lost', async () => {
    const paragraphs = (letter: (at: number) => string) =>
      Array.from({ length: LENGTH / 3 }, (_, at) => letter(at)).join('\n\n');
    const old = paragraphs((at) => 'abcdefgh'.charAt(at % 8));
    for (const now of [
      paragraphs((at) => 'hgfedcba'.charAt((at * 3) % 8)),
      paragraphs(() => 'x'),
    ]) {
      const rows = await compare(old, now);
      assert.ok(rows.length <= MOST_ROWS, `${rows.length} rows`);
      assert.equal(textOf(rows, 'added'), old);
      assert.equal(textOf(rows, 'removed'), now);
    }
  });

  test('words are counted on the thread when there are many', async () => {
    const texts = [repeat('one two '), repeat('one 二 '), 'three'];
    assert.equal(await tasksOf(() => countWords(texts)), 1);
    const expected = { counts: wordCounts(texts), changes: wordChanges(texts) };
    assert.deepEqual(await countWords(texts), expected);
  });
});
