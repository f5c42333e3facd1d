// Builds the bundle that bin/serve starts, for the processes and threads of a run, and a bundle of the largest
// packages.

import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { build, type OutputFile, type Plugin, stop } from 'esbuild';
import { BUNDLE, SERVICE } from '../../../bin/bundle.ts';
import { outOf, PACKAGES } from './bundled.ts';

const ROOT = join(import.meta.dirname, '../../..');
const BUNDLES = join(ROOT, 'node_modules/.cache/test-bundles');
const OLD_AFTER_MS = 24 * 60 * 60 * 1_000;
const SCRIPTS_ONCE = join(import.meta.dirname, 'scripts-once.ts');

const COMMON = { ...BUNDLE, outdir: BUNDLES, write: false } as const;

const scriptsOnce: Plugin = {
  name: 'scripts once',
  setup({ onResolve }) {
    onResolve({ filter: /^esbuild$/ }, ({ importer }) =>
      importer === SCRIPTS_ONCE ? { external: true } : { path: SCRIPTS_ONCE },
    );
  },
};

/** Builds the bundles before the first test. From then on, this process and those it starts use them. */
export async function bundleService(): Promise<void> {
  const service = await build({
    ...SERVICE,
    ...COMMON,
    external: SERVICE.external.filter((name) => name !== 'esbuild'),
    plugins: [...SERVICE.plugins, scriptsOnce],
  });
  const packages = await build({
    ...COMMON,
    entryPoints: PACKAGES.map((name) => ({ in: name, out: outOf(name) })),
  });
  await stop();
  process.env['TEST_BUNDLE'] = await written([...service.outputFiles, ...packages.outputFiles]);
}

/**
 * Writes the files to a folder named after their content, since parallel runs may have different code. Returns the
 * folder.
 */
async function written(files: OutputFile[]): Promise<string> {
  const hash = createHash('sha256');
  for (const { path, contents } of files) hash.update(path).update(contents);
  const folder = join(BUNDLES, hash.digest('hex').slice(0, 16));
  if (existsSync(folder)) return folder;
  await mkdir(BUNDLES, { recursive: true });
  await forgetOld();
  const draft = await mkdtemp(`${folder}-`);
  for (const { path, contents } of files) await writeFile(join(draft, basename(path)), contents);
  // Another run may have written the same folder first.
  await rename(draft, folder).catch(() => rm(draft, { recursive: true }));
  // Fills the compile cache for the first processes, of which many start together.
  await promisify(execFile)(process.execPath, [join(folder, 'cli.mjs'), '--help']);
  return folder;
}

async function forgetOld(): Promise<void> {
  for (const name of await readdir(BUNDLES)) {
    const old = join(BUNDLES, name);
    const { mtimeMs } = await stat(old);
    if (Date.now() - mtimeMs > OLD_AFTER_MS) await rm(old, { recursive: true, force: true });
  }
}
