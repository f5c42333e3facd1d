/** A short text does not become a page of megabytes, even if it repeats something many times. */

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Problem } from '../../../src/errors.ts';
import { REFERENCE_LENGTH } from '../../../src/rendering/markdown/reference-links.ts';
import { ADDED_CELLS } from '../../../src/rendering/markdown/table-cells.ts';
import { renderMarkdown, renderPreview } from '../../../src/rendering/on-thread/markdown.ts';
import { renderingThread } from '../../../src/rendering/on-thread/rendering-thread.ts';
import { PIECE_LIMITS } from '../../../src/schemas/piece-limits.ts';

const URL = `x:${'u'.repeat(3_000)}`;
const LINKS = Math.floor(REFERENCE_LENGTH / URL.length);

const A_PAGE = 8_000;

/** Markdown of this length: a beginning, then a repeated unit. */
const filled = (start: string, unit: string, length: number = A_PAGE) =>
  start + unit.repeat(Math.floor((length - start.length) / unit.length));

const count = (html: string, what: RegExp) => html.match(what)?.length ?? 0;

describe('a link reference definition', () => {
  for (const length of [A_PAGE, PIECE_LIMITS.bodyMd]) {
    test(`is used for so many links, in ${length} characters`, async () => {
      const { html, text } = await renderMarkdown(filled(`[a]: ${URL}\n\n`, '[a] ', length));
      assert.equal(count(html, /<a /g), LINKS);
      assert.equal(count(html, /<\/a>/g), LINKS);
      // URLs beyond the limit are shown as plain words.
      assert.equal(count(text, /a/g), Math.floor((length - URL.length - 7) / 4));
    });
  }

  test('is used for so many images, whose words remain', async () => {
    const start = `[a]: https://a.example/${'u'.repeat(3_000)}\n\n`;
    const { html } = await renderMarkdown(filled(start, '![b *c*][a] '));
    assert.ok(count(html, /<img /g) <= LINKS);
    assert.ok(count(html, /<img /g) > LINKS / 2);
    assert.match(html, /\/> b c b c /);
  });

  test('counts with its title, and in notes and headings', async () => {
    const title = `[a]: b "${'t'.repeat(3_000)}"\n\n`;
    for (const unit of ['[a] ', '# [a]\n\n', '[^1]\n\n[^1]: [a]\n\n[a]\n\n']) {
      const { html } = await renderMarkdown(filled(title, unit));
      assert.ok(html.length < 4 * REFERENCE_LENGTH, `${unit}: ${html.length}`);
    }
  });

  test('of an ordinary length is used as often as one likes', async () => {
    const markdown = filled('[a]: https://a.example/\n\n', '[a] ');
    const { html } = await renderMarkdown(markdown);
    assert.equal(count(html, /<a /g), count(markdown, /\[a\] /g));
  });

  test('leaves links with a URL of their own alone', async () => {
    const { html } = await renderMarkdown(filled(`[a]: ${URL}\n\n`, '[a] [b](c) '));
    assert.equal(count(html, /href="c"/g), Math.floor((A_PAGE - URL.length - 7) / 11));
  });
});

describe('a table', () => {
  const table = (rows: number) =>
    `${'|a'.repeat(181)}\n${'|-'.repeat(181)}\n${'|\n'.repeat(rows)}\n`;

  test('has so many cells added to short rows, in all tables of a text', async () => {
    const { html } = await renderMarkdown(`${'x'.repeat(ADDED_CELLS)}\n\n${table(361).repeat(5)}`);
    const cells = count(html, /<td/g);
    assert.ok(cells <= ADDED_CELLS, `${cells} cells`);
    assert.ok(cells > ADDED_CELLS - 181, `${cells} cells`);
    assert.equal(count(html, /<table/g), 5);
  });

  test('of a short text has as many added as the text has characters', async () => {
    const markdown = filled(`${'|a'.repeat(50)}\n${'|-'.repeat(50)}\n`, '|\n', 1_900);
    const cells = count((await renderMarkdown(markdown)).html, /<td/g);
    assert.ok(cells <= 1_900 && cells > 1_850, `${cells} cells`);
  });

  test('of a few lines has room for rows of one cell', async () => {
    const { html } = await renderMarkdown(
      `${'|a'.repeat(20)}\n${'|-'.repeat(20)}\n${'|b\n'.repeat(40)}`,
    );
    assert.equal(count(html, /<td/g), 800);
  });

  test('keeps all rows that are whole', async () => {
    const rows = 1_300;
    const { html } = await renderMarkdown(
      `${table(100)}${'a|b\n'.repeat(1)}-|-\n${'c|d\n'.repeat(rows)}\n|a|b|\n|-|-|\n${'| c | d |\n'.repeat(90)}`,
    );
    assert.equal(count(html, /<td>c<\/td>\n<td>d<\/td>/g), rows + 90);
  });

  test('in a quotation or a list item is bounded alike', async () => {
    for (const [first, other] of [
      ['> ', '> '],
      ['- ', '  '],
    ] as const) {
      const lines = table(361).trimEnd().split('\n');
      const { html } = await renderMarkdown(first + lines.join(`\n${other}`));
      assert.match(html, /<table>/);
      assert.ok(count(html, /<td/g) <= ADDED_CELLS);
    }
  });
});

describe('HTML that is too long all the same', () => {
  // No other test has this text, whose refusal would be remembered already.
  const markdown = `[^a]: expanded\n\n${'[^a]'.repeat(95_000)}`;

  test('is refused, on one run of the thread, and the refusal is remembered', async () => {
    const run = renderingThread.run.bind(renderingThread);
    let tasks = 0;
    renderingThread.run = (...given) => {
      tasks += 1;
      return run(...given);
    };
    try {
      for (const _ of [1, 2, 3]) {
        await assert.rejects(renderPreview(markdown), (error) => {
          assert.ok(error instanceof Problem);
          assert.equal(error.code, 'text_too_slow');
          return true;
        });
      }
    } finally {
      renderingThread.run = run;
    }
    assert.equal(tasks, 1);
  });
});
