// The list of erased accounts, in a file beside the database: a backup that is restored later doesn't know of them. It
// has ids and no addresses; its only names are those that writers chose for pieces that stay.

import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Static, Type } from 'typebox';
import type { Config } from '../../config.ts';
import { OperatorError, Problem } from '../../errors.ts';
import { isMissing, makePrivateFolder, writeDurably } from '../../media/durable-files.ts';
import { AUTHOR_LIMITS } from '../../schemas/accounts/author-limits.ts';
import { DateTime, OneOf, Uuid } from '../../schemas/shapes.ts';
import { Slug, Text } from '../../schemas/text.ts';
import { ERASED_PIECES } from '../../schemas/vocabulary.ts';
import { checkerOf } from '../../validation.ts';

const FILE = 'erased.ndjson';

const Listed = Type.Object({
  account: Uuid('The account.'),
  erased_at: DateTime(),
  pieces: OneOf(ERASED_PIECES),
  keep_as: Type.Optional(Text(AUTHOR_LIMITS.name)),
  /** The slug of the pieces that stay. */
  slug: Type.Optional(Slug(AUTHOR_LIMITS.slug)),
});
export type Listed = Static<typeof Listed>;

const check = checkerOf(Listed);

export const erasedListIn = (folder: string) => join(folder, FILE);

export const isErasedList = (name: string) => name === FILE;

export const ownErasedList = ({ dataDir }: Pick<Config, 'dataDir'>) => erasedListIn(dataDir);

/** Empty if there is no list. */
export async function readErasedList(path: string): Promise<Listed[]> {
  const text = await readFile(path, 'utf8').catch((error) => {
    if (isMissing(error)) return '';
    throw error;
  });
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line, at) => parsed(line, path, at + 1));
}

function parsed(line: string, path: string, number: number): Listed {
  try {
    return check(JSON.parse(line));
  } catch (error) {
    const isOurs = error instanceof Problem || error instanceof SyntaxError;
    if (!isOurs) throw error;
    throw new OperatorError(
      `${path} is not as it was written (line ${number}): ${error.message} It lists erased accounts. ` +
        'Copy it from another machine or a backup, or correct the line.',
    );
  }
}

/** Adds what is new to the list; nothing is ever removed from it. */
export async function addToErasedList(path: string, entries: readonly Listed[]): Promise<void> {
  const before = await readErasedList(path);
  const known = new Set(before.map(({ account }) => account));
  const added = entries.filter(({ account }) => !known.has(account));
  if (added.length === 0) return;
  await makePrivateFolder(dirname(path));
  const lines = [...before, ...added].map((each) => `${JSON.stringify(each)}\n`);
  await writeDurably(path, lines.join(''));
}
