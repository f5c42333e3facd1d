// Which test files share a process: loading the service costs more than most files' own tests do.

import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';

const TESTS = join(import.meta.dirname, '..');
const FOLDER = join(TESTS, '../node_modules/.cache/test-batches');
const FILES_EACH = 9;

/** A file with one of these starts processes: it takes long, so it goes first, and it waits a lot. */
const STARTS_PROCESSES = /support\/processes\/|node:child_process|replicated-postgres/;

/** A file with one of these needs a process of its own: it holds up the clock or passwords, or changes a class. */
const HOLDS_THE_PROCESS =
  /\bmock\.timers\b|\bhashing\.around\b|\bmemoryUsage\b|\bcpuUsage\b|\.prototype\.\w+ = /;

/** Its files take minutes each: started first and each by itself, they end with the others. */
const LONGEST = 'gate';

/** What to start, in this order: a test file, or one that loads several. */
export async function batchesOf(files: string[]): Promise<string[]> {
  await rm(FOLDER, { recursive: true, force: true });
  await mkdir(FOLDER, { recursive: true });
  const texts = new Map<string, string>();
  for (const file of files) texts.set(file, await readFile(file, 'utf8'));
  const groups = Map.groupBy(files, (file) => placeOf(file, texts.get(file) ?? ''));
  const first = groups.get('first') ?? [];
  const alone = groups.get('alone') ?? [];
  groups.delete('first');
  groups.delete('alone');
  const shared = [...groups].flatMap(([folder, members]) =>
    dealt(members).map((each, at) => write(`${folder}-${at + 1}`, each)),
  );
  return [...first, ...(await Promise.all(shared)), ...alone];
}

/** Files of one surface share most of what they load. */
function placeOf(file: string, text: string): string {
  const [folder = ''] = relative(TESTS, file).split('/');
  if (folder === LONGEST || STARTS_PROCESSES.test(text)) return 'first';
  if (HOLDS_THE_PROCESS.test(text)) return 'alone';
  return folder;
}

/** Like cards, so that neighbours, which often take equally long, come to different batches. */
function dealt(files: string[]): string[][] {
  const count = Math.ceil(files.length / FILES_EACH);
  return Array.from({ length: count }, (_, at) => files.filter((_, index) => index % count === at));
}

/**
 * The first test waits for the last file. Without, the runner takes the end of a file's tests for the end of all while it
 * loads the next, and closes what that one has just opened.
 */
const WAIT = `import { test } from 'node:test';
const loaded = Promise.withResolvers();
test('its files are loaded', () => loaded.promise);
`;
const GO = 'loaded.resolve();\n';

async function write(name: string, files: string[]): Promise<string> {
  const [only] = files;
  if (only && files.length === 1) return only;
  // Not TypeScript: Node takes no types out of what is in node_modules.
  const path = join(FOLDER, `${name}.mjs`);
  const imports = files.map(
    (file) => `await import(${JSON.stringify(pathToFileURL(file).href)});\n`,
  );
  await writeFile(path, [WAIT, ...imports, GO].join(''));
  return path;
}
