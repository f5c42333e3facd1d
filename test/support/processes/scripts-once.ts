// Caches on disk what the service builds with esbuild, until a file changes. Otherwise every process of the suite would
// build the same browser scripts again, which takes half a second.

import { createHash, randomUUID } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BuildOptions, TransformOptions } from 'esbuild';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const FOLDER = join(ROOT, 'node_modules/.cache/test-bundles');

/** Everything that scripts and styles are built from. */
const MADE_OF = ['browser', 'assets', 'src', 'node_modules/.package-lock.json'];

/** The files, their sizes and the times of their last change. */
function stateOfFiles(): string[] {
  const files = MADE_OF.flatMap((place) => {
    const path = join(ROOT, place);
    if (!statSync(path).isDirectory()) return [path];
    return readdirSync(path, { recursive: true }).map((name) => join(path, String(name)));
  });
  return files.map((file) => {
    const { mtimeMs, size } = statSync(file);
    return `${file} ${mtimeMs} ${size}`;
  });
}

/** esbuild is loaded only if something has to be built; otherwise there is nothing to stop. */
let loaded: Promise<typeof import('esbuild')> | undefined;

function esbuild() {
  loaded ??= import('esbuild');
  return loaded;
}

export async function build(options: BuildOptions) {
  const files = await once(['build', options], async () => {
    const { outputFiles = [] } = await (await esbuild()).build(options);
    return outputFiles.map(({ path, text }) => ({ path, text }));
  });
  return { outputFiles: files.map(({ path, text }) => ({ path, contents: Buffer.from(text) })) };
}

export const transform = (text: string, options: TransformOptions) =>
  once(['transform', text, options], async () => {
    const { code } = await (await esbuild()).transform(text, options);
    return { code };
  });

export async function stop(): Promise<void> {
  if (loaded) await (await esbuild()).stop();
}

/** Returns the cached result for the same input. Two processes that ask simultaneously both build it. */
async function once<Made>(question: unknown, make: () => Promise<Made>): Promise<Made> {
  const key = JSON.stringify([question, stateOfFiles()]);
  const file = join(FOLDER, `${createHash('sha256').update(key).digest('hex')}.json`);
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'));
  const made = await make();
  mkdirSync(FOLDER, { recursive: true });
  const draft = `${file}-${randomUUID()}`;
  writeFileSync(draft, JSON.stringify(made));
  renameSync(draft, file);
  return made;
}
