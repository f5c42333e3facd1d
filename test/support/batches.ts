// Decides which test files share a process: loading the service takes longer than most files' own tests.

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * A file with one of these needs a separate process: it stops the clock, delays passwords, measures the process or
 * changes a class.
 */
const HOLDS_THE_PROCESS =
  /\bmock\.timers\b|\bhashing\.around\b|\bmemoryUsage\b|\bcpuUsage\b|\.prototype\.\w+ = /;

/** A file with one of these starts processes. Such files wait a lot, so they run first, with few others. */
const STARTS_PROCESSES = /support\/processes\/|node:child_process|replicated-postgres/;

const FILES_EACH = { starting: 8, shared: 32 };

/**
 * The files to start, in this order: test files, and generated files in the folder that each load several test files.
 */
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

/** Deals files out like cards, so that neighbours, which often take equally long, get into different batches. */
function dealt(files: string[], each: number): string[][] {
  const count = Math.ceil(files.length / each);
  return Array.from({ length: count }, (_, at) => files.filter((_, index) => index % count === at));
}

/**
 * The first test waits until the last file is loaded. Otherwise, while the next file is loading, the runner would
 * mistake the end of one file's tests for the end of all, and close what the next file has just opened.
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
