// The service's code in a few files instead of thirteen hundred, made once for a run: finding and
// reading them takes most of a process that a test starts, and most of a thread.

import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { build, type OutputFile, type Plugin, stop } from 'esbuild';
import { outOf, PACKAGES, STARTED } from './bundled.ts';

const ROOT = join(import.meta.dirname, '../../..');
const BUNDLES = join(ROOT, 'node_modules/.cache/test-bundles');
const OLD_AFTER_MS = 24 * 60 * 60 * 1_000;
const SCRIPTS_ONCE = join(import.meta.dirname, 'scripts-once.ts');

/** Those that have machine code, find files beside themselves, or talk to themselves in other processes. */
const AS_THEY_ARE = ['sharp', '@node-rs/argon2', 'shiki', '@shikijs/*', 'prom-client'];

/** Code that asks where it is gets its own place; a thread is started from its bundle. */
const PLACES = /new URL\('\.\/([\w-]+)\.ts', import\.meta\.url\)|import\.meta\.url/g;

const COMMON = {
  absWorkingDir: ROOT,
  outdir: BUNDLES,
  write: false,
  outExtension: { '.js': '.mjs' },
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node24',
} as const;

/** For packages of the older kind, which have it from Node. */
const REQUIRE =
  "import { createRequire as requireAt } from 'node:module'; const require = requireAt(import.meta.url);";

const inItsPlace: Plugin = {
  name: 'in its place',
  setup({ onLoad, onResolve }) {
    onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8');
      const own = JSON.stringify(pathToFileURL(path).href);
      const contents = text.replaceAll(PLACES, (_, thread?: string) =>
        thread ? `new URL('./${thread}.mjs', import.meta.url)` : own,
      );
      return { contents, loader: 'ts' };
    });
    onResolve({ filter: /^esbuild$/ }, ({ importer }) =>
      importer === SCRIPTS_ONCE ? { external: true } : { path: SCRIPTS_ONCE },
    );
  },
};

/** Before the first test; from then on this process, and those it starts, have the bundle. */
export async function bundleService(): Promise<void> {
  const service = await build({
    ...COMMON,
    entryPoints: STARTED,
    entryNames: '[name]',
    external: AS_THEY_ARE,
    plugins: [inItsPlace],
    banner: { js: REQUIRE },
  });
  const packages = await build({
    ...COMMON,
    entryPoints: PACKAGES.map((name) => ({ in: name, out: outOf(name) })),
  });
  await stop();
  process.env['TEST_BUNDLE'] = await written([...service.outputFiles, ...packages.outputFiles]);
}

/** A folder for each content: runs at the same time may be of different code. Answers the folder. */
async function written(files: OutputFile[]): Promise<string> {
  const hash = createHash('sha256');
  for (const { path, contents } of files) hash.update(path).update(contents);
  const folder = join(BUNDLES, hash.digest('hex').slice(0, 16));
  if (existsSync(folder)) return folder;
  await mkdir(BUNDLES, { recursive: true });
  await forgetOld();
  const draft = await mkdtemp(`${folder}-`);
  for (const { path, contents } of files) await writeFile(join(draft, basename(path)), contents);
  // Another run may have been quicker.
  await rename(draft, folder).catch(() => rm(draft, { recursive: true }));
  // So that the first processes find it compiled, of which many start at once.
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
