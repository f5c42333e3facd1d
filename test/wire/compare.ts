// Lists what differs between two recordings, by route: npm run -s wire:compare -- BEFORE.ndjson AFTER.ndjson

import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { differencesOf } from './differences.ts';
import type { Entry } from './recorder.ts';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { 'ignore-classes': { type: 'boolean', default: false } },
});
const [before, after, ...more] = positionals;
if (before === undefined || after === undefined || more.length > 0) {
  console.error('Usage: npm run -s wire:compare -- BEFORE.ndjson AFTER.ndjson [--ignore-classes]');
  process.exit(2);
}

/** Style sheets and pages may be renamed together, which no reader sees. */
const CLASS = /(?<=<[a-z][^<>]*) class="[^"]*"/g;

async function entriesIn(file: string): Promise<Map<string, Entry>> {
  const lines = (await readFile(file, 'utf8')).split('\n').filter((line) => line !== '');
  return new Map(lines.map((line): [string, Entry] => readEntry(line)));
}

function readEntry(line: string): [string, Entry] {
  const entry: Entry = JSON.parse(line);
  if (values['ignore-classes']) entry.body = entry.body.replace(CLASS, '');
  return [entry.key, entry];
}

const [old, now] = await Promise.all([entriesIn(before), entriesIn(after)]);
const { differences, assets } = differencesOf(old, now);

const seen = new Map<string, string>();
for (const [route, found] of Map.groupBy(differences, ({ route }) => route)) {
  console.log(`\n${route}`);
  for (const { key, lines } of found) {
    const text = lines.map((line) => `    ${line}`).join('\n');
    const first = seen.get(text);
    console.log(first === undefined ? `  ${key}\n${text}` : `  ${key}\n    (as in ${first})`);
    if (first === undefined) seen.set(text, key);
  }
}
if (assets.length > 0) {
  console.log(`\nStyle sheets and scripts with other names, which don’t count as differences:`);
  for (const key of assets) console.log(`  ${key}`);
}
console.log(`\n${old.size} answers before, ${now.size} after, ${differences.length} differ.`);
process.exit(differences.length > 0 ? 1 : 0);
