// The service's code in a few files instead of thirteen hundred, made once for a run: finding and
// reading them takes most of a process that a test starts, and most of a thread.

import { execFile } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { build, type Plugin, stop } from 'esbuild';
import { outOf, PACKAGES, STARTED } from './bundled.ts';

const ROOT = join(import.meta.dirname, '../../..');
const BUNDLE = join(ROOT, 'node_modules/.cache/test-bundle');
const SCRIPTS_ONCE = join(import.meta.dirname, 'scripts-once.ts');

/** Those that have machine code, or find files beside themselves. */
const AS_THEY_ARE = ['sharp', '@node-rs/argon2', 'shiki', '@shikijs/*'];

/** Code that asks where it is gets its own place; a thread is started from its bundle. */
const PLACES = /new URL\('\.\/([\w-]+)\.ts', import\.meta\.url\)|import\.meta\.url/g;

const COMMON = {
  absWorkingDir: ROOT,
  outdir: BUNDLE,
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
  await rm(BUNDLE, { recursive: true, force: true });
  await build({
    ...COMMON,
    entryPoints: STARTED,
    entryNames: '[name]',
    external: AS_THEY_ARE,
    plugins: [inItsPlace],
    banner: { js: REQUIRE },
  });
  const packages = PACKAGES.map((name) => ({ in: name, out: outOf(name) }));
  await build({ ...COMMON, entryPoints: packages });
  await stop();
  process.env['TEST_BUNDLE'] = BUNDLE;
  // So that the first processes find it compiled, of which many start at once.
  await promisify(execFile)(process.execPath, [join(BUNDLE, 'cli.mjs'), '--help']);
}
