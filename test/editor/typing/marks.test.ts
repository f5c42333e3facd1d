// Bold over any selection of any text: the same words are published, and the chosen ones are bold.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EditorState } from '@codemirror/state';
import fc from 'fast-check';
import { toggleCode } from '../../../browser/desk/editor/typing/code.ts';
import { markdownSupport } from '../../../browser/desk/editor/typing/language.ts';
import { toggle } from '../../../browser/desk/editor/typing/marks/command.ts';
import { openPairs } from '../../../browser/desk/editor/typing/open-pairs.ts';
import { renderMarkdown } from '../../../src/rendering/on-thread/markdown.ts';
import { rounds } from '../../support/soak.ts';

const PIECES = [
  ...['word', 'ä', 'Two words', ' ', '  ', ', ', '. ', '"so"', '(in)', '“q”', '—', '!'],
  ...['**bold**', '*slanted*', '***both***', '**b *i* b**', '*i **b** i*'],
  ...['\\*', ' x * y ', '\n\n- item\n- two', '\n\n> quoted\n>\n> more', '\n\n## Head\n\n'],
  ...['\n\n', 'a\\\nb'],
];
/** Formats that begin and end inside words, literal signs that look like marks, and nodes with inner parts. */
const GLUED = [
  '2*3',
  '[link](/a)',
  '[**l** k](/b)',
  '`code`',
  '![i](/c)',
  '[^1]',
  '<https://a.example>',
];

const textFrom = (pieces: readonly string[], between: string) =>
  fc
    .array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 12 })
    .map((all) => all.join(between))
    // Indented, it is code, where nothing is bold.
    .filter((text) => !/^[ >*-]* {4}/m.test(text));

interface Letter {
  sign: string;
  isBold: boolean;
}

/** The characters that a reader sees, each with whether it is bold. */
async function published(markdown: string): Promise<Letter[]> {
  const { html } = await renderMarkdown(markdown);
  const seen: Letter[] = [];
  let depth = 0;
  for (const [part] of html.matchAll(/<[^>]*>|&[^;]+;|[^<&]/gsu)) {
    if (part === '<strong>') depth += 1;
    else if (part === '</strong>') depth -= 1;
    else if (!part.startsWith('<')) seen.push({ sign: part, isBold: depth > 0 });
  }
  return seen;
}

const wordsOf = (letters: readonly Letter[]) => letters.map(({ sign }) => sign).join('');
const isLetter = (sign: string) => /[\p{L}\p{N}]/u.test(sign);

function after(
  command: ReturnType<typeof toggle>,
  doc: string,
  anchor: number,
  head: number,
): EditorState {
  let state = EditorState.create({
    doc,
    selection: { anchor, head },
    extensions: [markdownSupport, openPairs],
  });
  command({
    state,
    dispatch(transaction) {
      state = transaction.state;
    },
  });
  return state;
}

const selectionIn = (text: string) =>
  fc
    .tuple(fc.nat(text.length), fc.nat(text.length))
    .map(([anchor, head]) => ({ text, anchor, head }));

test('bold or italic over any selection publishes the same words', async () => {
  const cases = textFrom([...PIECES, ...GLUED], '').chain(selectionIn);
  await fc.assert(
    fc.asyncProperty(cases, fc.constantFrom('bold', 'italic'), async (given, format) => {
      const { text, anchor, head } = given;
      // The editor takes an image whose description is a footnote for one, the renderer doesn't.
      fc.pre(anchor !== head && !text.includes('![^'));
      const then = after(toggle(format), text, anchor, head);
      const note = '\n\n[^1]: Note.';
      const [before, now] = await Promise.all(
        [text, then.doc.toString()].map((each) => published(each + note)),
      );
      assert.equal(wordsOf(now ?? []), wordsOf(before ?? []), then.doc.toString());
    }),
    {
      numRuns: rounds(200, 10_000),
      // Marks on the next line of the same paragraph, which the new ones pair with.
      examples: [[{ text: '*slanted*word a\\\nbword***both***', anchor: 10, head: 2 }, 'bold']],
    },
  );
});

test('every letter of the selection is bold then, or none, and no other one changes', async () => {
  const cases = textFrom([...PIECES, '~~struck~~', '__low__', '_under_'], ' ').chain(selectionIn);
  await fc.assert(
    fc.asyncProperty(cases, async ({ text, anchor, head }) => {
      const [from, to] = [Math.min(anchor, head), Math.max(anchor, head)];
      const lettersIn = (part: string) => Array.from(part).filter(isLetter).length;
      const first = lettersIn(text.slice(0, from));
      const last = first + lettersIn(text.slice(from, to));
      fc.pre(last > first);
      const before = (await published(text)).filter(({ sign }) => isLetter(sign));
      const then = after(toggle('bold'), text, anchor, head).doc.toString();
      const now = (await published(then)).filter(({ sign }) => isLetter(sign));
      const wasBold = before.slice(first, last).every(({ isBold }) => isBold);
      const expected = before.map((each, at) =>
        at >= first && at < last ? { ...each, isBold: !wasBold } : each,
      );
      assert.deepEqual(now, expected, JSON.stringify({ text, then }));
    }),
    { numRuns: rounds(200, 10_000) },
  );
});

test('code over a selection shows its words, without marks', async () => {
  const state = after(toggleCode, 'one **two *three*** four', 4, 19);
  assert.equal(state.doc.toString(), 'one `two three` four');
});
