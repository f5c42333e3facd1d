// Which test files share a process: loading the service costs more than most files' own tests do.

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** A file with one of these needs a process of its own: it holds up the clock or passwords, or changes a class. */
const HOLDS_THE_PROCESS =
  /\bmock\.timers\b|\bhashing\.around\b|\bmemoryUsage\b|\bcpuUsage\b|\.prototype\.\w+ = /;

/** A file with one of these starts processes: it waits a lot, so it goes first, with few others. */
const STARTS_PROCESSES = /support\/processes\/|node:child_process|replicated-postgres/;

const FILES_EACH = { starting: 8, shared: 32 };

/** What to start, in this order: a test file, or one that loads several and is written into the folder. */
export async function batchesOf(files: string[], folder: string): Promise<string[]> {
  const sorted: { [place in Place]: string[] } = { starting: [], shared: [], alone: [] };
  for (const file of files) sorted[placeOf(await readFile(file, 'utf8'))].push(file);
  const written = (['starting', 'shared'] as const).flatMap((place) =>
    dealt(sorted[place], FILES_EACH[place]).map((each, at) =>
      write(join(folder, `${place}-${at + 1}.mjs`), each),
    ),
  );
  return [...(await Promise.all(written)), ...sorted.alone];
}

type Place = 'starting' | 'shared' | 'alone';

function placeOf(text: string): Place {
  if (HOLDS_THE_PROCESS.test(text)) return 'alone';
  return STARTS_PROCESSES.test(text) ? 'starting' : 'shared';
}

/** Like cards, so that neighbours, which often take equally long, come to different batches. */
function dealt(files: string[], each: number): string[][] {
  const count = Math.ceil(files.length / each);
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

async function write(path: string, files: string[]): Promise<string> {
  const [only] = files;
  if (only && files.length === 1) return only;
  const imports = files.map(
    (file) => `await import(${JSON.stringify(pathToFileURL(file).href)});\n`,
  );
  await writeFile(path, [WAIT, ...imports, GO].join(''));
  return path;
}
