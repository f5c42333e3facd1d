// An archive as bytes: how a file becomes lines, however it was cut and ended.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { linesOf } from '../../src/operations/archive/lines.ts';
import { words } from '../support/search/search-words.ts';

async function* chunksOf(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

const linesIn = (bytes: Uint8Array, size = bytes.length) =>
  Array.fromAsync(linesOf(chunksOf(bytes, Math.max(1, size))));

const bytesOf = (text: string) => new TextEncoder().encode(text);

describe('the lines of an archive', () => {
  test('are the same wherever the chunks are cut', async () => {
    const line = words(4).map((text) => JSON.stringify({ text, separators: '\u2028\u2029\u0085' }));
    await fc.assert(
      fc.asyncProperty(fc.array(line), fc.integer({ min: 1, max: 9 }), async (lines, size) => {
        const text = lines.map((each) => `${each}\n`).join('');
        assert.deepEqual(await linesIn(bytesOf(text), size), lines);
      }),
    );
  });

  const FORMS: { form: string; text: string; lines: string[] }[] = [
    { form: 'nothing', text: '', lines: [] },
    { form: 'a last line without an end', text: '{}\n{}', lines: ['{}', '{}'] },
    { form: 'a byte order mark', text: '\uFEFF{}\n', lines: ['{}'] },
    { form: 'blank lines, which count', text: '\n\n{}\n', lines: ['', '', '{}'] },
  ];
  for (const { form, text, lines } of FORMS) {
    test(`${form}`, async () => assert.deepEqual(await linesIn(bytesOf(text)), lines));
  }

  const BROKEN: [what: string, bytes: number[]][] = [
    ['a byte that is none of UTF-8', [0x7b, 0xff, 0x7d]],
    ['Latin-1', [0x63, 0x61, 0x66, 0xe9, 0x0a]],
    ['UTF-16', [0xff, 0xfe, 0x7b, 0x00]],
    ['a character cut off by the end', [0x7b, 0xe6, 0xbc]],
    ['half a surrogate pair', [0xed, 0xa0, 0x80]],
  ];
  for (const [what, bytes] of BROKEN) {
    test(`${what} is refused`, async () => {
      await assert.rejects(linesIn(Uint8Array.from(bytes)), /not valid UTF-8/);
      await assert.rejects(linesIn(Uint8Array.from(bytes), 1), /not valid UTF-8/);
      const later = Uint8Array.from([...bytesOf('{}\n{}\n'), ...bytes]);
      await assert.rejects(linesIn(later), /^OperatorError: Line 3 is not valid UTF-8/);
    });
  }

  test('a line that is too long is named', async () => {
    const chunks = async function* () {
      yield bytesOf('{}\n');
      for (let at = 0; at < 65; at += 1) yield new Uint8Array(1024 * 1024).fill(0x20);
    };
    await assert.rejects(Array.fromAsync(linesOf(chunks())), /Line 2 is longer than 64 MiB/);
  });
});
