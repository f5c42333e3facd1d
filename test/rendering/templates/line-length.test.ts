// Templates stay readable: the formatter leaves long lines in template strings alone.

import assert from 'node:assert/strict';
import { glob, readFile } from 'node:fs/promises';
import { it } from 'node:test';

const ROOT = new URL('../../../', import.meta.url);
const LONGEST = 120;

it(`has no line of more than ${LONGEST} characters in src and browser`, async () => {
  const tooLong: string[] = [];
  let files = 0;
  for await (const file of glob('{src,browser}/**/*.ts', { cwd: ROOT })) {
    files++;
    const lines = (await readFile(new URL(file, ROOT), 'utf8')).split('\n');
    lines.forEach((line, at) => {
      if ([...line].length > LONGEST) tooLong.push(`${file}:${at + 1}`);
    });
  }
  assert.ok(files > 100, 'The files were not found.');
  assert.deepEqual(tooLong, []);
});
