// Which test files share a process: loading the service costs more than most files' own tests do.

import { mkdir, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

const FOLDER = join(import.meta.dirname, '../../node_modules/.cache/test-batches');

const FILES_EACH = 6;

/** Their files start many processes: they take longest, so they go first and each alone. */
const FIRST = ['wide', 'commands'];

/** Files that need a process of their own: they hold its clock, or measure or fill its memory. */
const ALONE = [
  'api/fast-lane',
  'api/rate-limits',
  'delivery/crash',
  'delivery/signatures',
  'desk/download',
  'desk/download-memory',
  'desk/sign-in-limits',
  'discovery/memory',
  'gate/write-limits',
  'media/hostile',
  'rendering/highlight',
];

const nameOf = (file: string) =>
  `${basename(dirname(file))}/${basename(file).replace(/\.test\.ts$/, '')}`;

const isFirst = (file: string) => FIRST.includes(basename(dirname(file)));
const isAlone = (file: string) => isFirst(file) || ALONE.includes(nameOf(file));

/** What to start, in this order: a test file, or one that loads several of the same folder. */
export async function batchesOf(files: string[]): Promise<string[]> {
  await rm(FOLDER, { recursive: true, force: true });
  await mkdir(FOLDER, { recursive: true });
  const alone = files.filter(isAlone);
  const folders = Map.groupBy(
    files.filter((file) => !isAlone(file)),
    (file) => dirname(file),
  );
  const batches = [...folders].flatMap(([folder, members]) =>
    dealt(members).map((each, at) => write(`${basename(folder)}-${at + 1}`, each)),
  );
  return [
    ...alone.filter(isFirst),
    ...(await Promise.all(batches)),
    ...alone.filter((file) => !isFirst(file)),
  ];
}

/** Like cards, so that neighbours, which often take equally long, come to different batches. */
function dealt(files: string[]): string[][] {
  const count = Math.ceil(files.length / FILES_EACH);
  return Array.from({ length: count }, (_, at) => files.filter((_, index) => index % count === at));
}

async function write(name: string, files: string[]): Promise<string> {
  const [only] = files;
  if (only && files.length === 1) return only;
  const path = join(FOLDER, `${name}.mjs`);
  const lines = files.map((file) => `await import(${JSON.stringify(pathToFileURL(file).href)});\n`);
  await writeFile(path, lines.join(''));
  return path;
}
