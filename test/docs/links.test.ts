// The documents tell the truth about the repository: what they link to and name is there.

import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { configFrom } from '../../src/config.ts';
import { runCli } from '../support/processes/cli.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const PAGES = globSync(['*.md', 'docs/**/*.md', 'clients/typescript/*.md'], { cwd: ROOT });
const DECISIONS = globSync('docs/decisions/2*.md', { cwd: ROOT });
/** Today in the time zone where the day begins first, UTC+14: a decision has its author's local date. */
const LATEST_TODAY = new Date(Date.now() + 14 * 3_600_000).toISOString().slice(0, 10);
/** Folders of the repository, and the rooms that documents name without `src/`. */
const FOLDERS =
  /^(?:src|architecture|test|bench|browser|assets|bin|deploy|docs|migrations|clients|demo)\//;
const ROOMS =
  /^(?:schemas|store|rendering|outbound|media|operations|delivery|http|surfaces|commands)\/[\w*/-]*\.ts$/;
/** A word in capitals, as in `schemas/NOUN.ts`: the reader's own choice. */
const PLACEHOLDER = /\b(?:NOUN|FOLDER|PAGE|FORMAT)\b/;
/** A file named without its folder. */
const BARE = /^[a-z][a-z\d-]*\.(?:ts|css|sql)$/;
const FILE_NAMES = new Set(
  globSync('{src,architecture,test,bench,browser,assets,migrations,clients}/**/*.{ts,css,sql}', {
    cwd: ROOT,
    exclude: (path) => path.includes('node_modules'),
  }).map((path) => basename(path)),
);

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

const isThere = (path: string) => globSync(path.replace(/\/$/, ''), { cwd: ROOT }).length > 0;

const withoutFences = (text: string) => text.replace(/^```.*?^```$/gms, '');

/** A heading's anchor, as GitHub makes it. */
const anchorsIn = (text: string) =>
  [...withoutFences(text).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );

function brokenLinks(page: string): string[] {
  const links = withoutFences(read(page)).matchAll(/\]\(([^)\s]+)\)/g);
  return [...links].flatMap(([, link = '']) => {
    if (/^https?:/.test(link)) return [];
    const [path = '', anchor] = link.split('#');
    const target = path === '' ? page : relative(ROOT, join(ROOT, dirname(page), path));
    if (!isThere(target)) return [link];
    return anchor && !anchorsIn(read(target)).includes(anchor) ? [link] : [];
  });
}

function missingPaths(page: string): string[] {
  const named = [...withoutFences(read(page)).matchAll(/`([\w.*{},/-]+)`/g)];
  return named
    .map(([, path = '']) => path)
    .filter((path) => isPath(path) && !PLACEHOLDER.test(path) && !exists(path, page));
}

const isPath = (path: string) => FOLDERS.test(path) || ROOMS.test(path) || BARE.test(path);

const exists = (path: string, page: string) =>
  BARE.test(path)
    ? FILE_NAMES.has(path)
    : [path, `src/${path}`, join(dirname(page), path)].some(isThere);

const scriptsIn = (page: string) =>
  [...read(page).matchAll(/\bnpm (?:run (?:-s )?([\w:-]+)|(start|test)\b)/g)].map(
    ([, script, short]) => script ?? short ?? '',
  );

describe('documents', () => {
  for (const page of PAGES) {
    test(`${page}: every link leads somewhere`, () => assert.deepEqual(brokenLinks(page), []));
    test(`${page}: every path it names exists`, () => assert.deepEqual(missingPaths(page), []));
  }

  test('no figure is a placeholder', () => {
    for (const page of PAGES)
      assert.deepEqual(read(page).match(/\b[A-Z]+_[A-Z]+ [kMG]?B\b/g), null, page);
  });

  test('every npm command they show is a script', () => {
    const { scripts }: { scripts: object } = JSON.parse(read('package.json'));
    const inClient: { scripts: object } = JSON.parse(read('clients/typescript/package.json'));
    for (const page of PAGES) {
      const known = page.startsWith('clients/') ? inClient.scripts : scripts;
      for (const script of scriptsIn(page)) assert.ok(script in known, `${page}: ${script}`);
    }
  });

  test('every decision is in the index, under the date that its page and its file name have', () => {
    const index = read('docs/decisions/README.md');
    for (const page of DECISIONS) {
      const date = basename(page).slice(0, 10);
      assert.match(read(page), new RegExp(`^# .+\n\n${date}$`, 'm'), page);
      assert.match(index, new RegExp(`^\\| ${date} \\| .*\\(${basename(page)}\\)`, 'm'), page);
    }
  });

  test('no decision is dated after today', () => {
    for (const page of DECISIONS)
      assert.ok(
        basename(page).slice(0, 10) <= LATEST_TODAY,
        `${page} is later than ${LATEST_TODAY}`,
      );
  });

  test('docs/settings.md has every setting, and no other', () => {
    const listed = [...read('docs/settings.md').matchAll(/^\| `([A-Z_]+)` \|/gm)].map(
      ([, name]) => name,
    );
    const known = new Set<string>();
    configFrom(new Proxy({}, { get: (_, name) => void known.add(String(name)) }));
    assert.deepEqual(listed.toSorted(), [...known].sort());
  });

  test('docs/commands.md has every command', async () => {
    const page = read('docs/commands.md');
    const { stdout } = await runCli({}, ['--help']);
    const names = [...stdout.matchAll(/^ {2}(\S+(?: \S+)?) {2,}/gm)].map(([, name]) => name ?? '');
    assert.ok(names.length > 10, stdout);
    for (const name of names)
      assert.match(page, new RegExp(`(?:cli -- |npm (?:run )?)${shown(name)}\\b`));
  });
});

/** `npm start` is how the service is served. */
const shown = (name: string) => (name === 'serve' ? 'start' : name);
