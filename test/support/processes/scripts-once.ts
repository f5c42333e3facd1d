// What the service needs of esbuild, with a memory for the length of a run: every process of the
// suite would make the same scripts for browsers again, which takes half a second.

import { createHash, randomUUID } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { BuildOptions, TransformOptions } from 'esbuild';

/** Made anew for each run, with the bundle. */
const FOLDER = new URL('../../../node_modules/.cache/test-bundle/', import.meta.url);

/** Loaded where something has to be made; what is not made leaves nothing to stop. */
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

/** The same question gets the same answer; two that ask at once both make it. */
async function once<Made>(question: unknown, make: () => Promise<Made>): Promise<Made> {
  const name = createHash('sha256').update(JSON.stringify(question)).digest('hex');
  const file = fileURLToPath(new URL(`${name}.json`, FOLDER));
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'));
  const made = await make();
  const draft = `${file}-${randomUUID()}`;
  writeFileSync(draft, JSON.stringify(made));
  renameSync(draft, file);
  return made;
}
