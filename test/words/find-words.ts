// Looks for the given-up words in the files of this repository.

import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { WORDS, type Word } from './words.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

const FILES = [
  '*.md',
  'bin/*',
  '{architecture,assets,bench,browser,clients,docs,src,test}/**/*.{ts,css,md,json,svg,yml}',
];

// The demo and the migrations are not looked at: one is literature, the other is never changed.
// The table of words and its page have to name what they replace.
const LEFT_ALONE =
  /node_modules|\/dist\/|^test\/words\/|^docs\/words\.md$|^docs\/performance\.svg$/;

/** `words-allow: reason`, on the line or on the one before it, for a true exception. */
const ALLOWED = /words-allow: \S+/;

export interface Found {
  readonly at: string;
  readonly found: string;
  readonly word: Word;
}

export const describeFound = ({ at, found, word }: Found) =>
  `${at}: found “${found}”, say ${word.say}`;

export async function findWords(): Promise<Found[]> {
  const found: Found[] = [];
  for await (const path of glob(FILES, { cwd: ROOT })) {
    if (LEFT_ALONE.test(path)) continue;
    found.push(...wordsIn(path, readFileSync(ROOT + path, 'utf8')));
  }
  return found.sort((one, other) => (one.at < other.at ? -1 : 1));
}

export function wordsIn(path: string, text: string): Found[] {
  const words = WORDS.filter(({ where }) => !where || where.test(path));
  const lines = text.split('\n');
  const inText = lines.flatMap((line, index) => {
    if (ALLOWED.test(line) || ALLOWED.test(lines[index - 1] ?? '')) return [];
    return matches(words, line).map((each) => ({ at: `${path}:${index + 1}`, ...each }));
  });
  return [...matches(words, path).map((each) => ({ at: path, ...each })), ...inText];
}

function matches(words: readonly Word[], text: string): Omit<Found, 'at'>[] {
  return words.flatMap((word) => {
    const found = foundIn(text, word);
    return found === undefined ? [] : [{ found, word }];
  });
}

/** The first of an entry's words in a line: one is enough to mend the line by. */
export function foundIn(text: string, { find }: Word): string | undefined {
  for (const pattern of find) {
    const found = pattern.exec(text);
    if (found) return found[0];
  }
  return undefined;
}
