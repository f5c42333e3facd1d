// Bundles the code of the service into a few files: node bin/bundle.ts FOLDER. Finding, reading and linking 1,900
// modules takes half of the startup time. bin/serve, npm ci and the tests run this.

import { readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { BuildOptions, Plugin } from 'esbuild';

const ROOT = join(import.meta.dirname, '..');

/** Entry points: the command line and the threads. */
export const STARTED = [
  'cli.ts',
  'store/sqlite/connection-thread.ts',
  'rendering/on-thread/rendering-worker.ts',
  'operations/file-import/read-worker.ts',
].map((file) => join(ROOT, 'src', file));

/**
 * Packages that aren't bundled: they have machine code, read files next to themselves, or start themselves in other
 * processes.
 */
const AS_THEY_ARE = [
  ...['sharp', '@node-rs/argon2', 'shiki', '@shikijs/*', 'prom-client'],
  ...['esbuild', 'pg-native'],
];

/** Code that reads its own URL gets the URL of its source file, except that a thread is started from its bundle. */
const PLACES = /new URL\('\.\/([\w-]+)\.ts', import\.meta\.url\)|import\.meta\.url/g;

const inItsPlace: Plugin = {
  name: 'in its place',
  setup({ onLoad }) {
    onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8');
      const own = JSON.stringify(pathToFileURL(path).href);
      const contents = text.replaceAll(PLACES, (_, thread?: string) =>
        thread ? `new URL('./${thread}.mjs', import.meta.url)` : own,
      );
      return { contents, loader: 'ts' };
    });
  },
};

/** CommonJS packages expect `require`, which Node provides only to them. */
const REQUIRE =
  "import { createRequire as requireAt } from 'node:module'; const require = requireAt(import.meta.url);";

export const BUNDLE = {
  absWorkingDir: ROOT,
  outExtension: { '.js': '.mjs' },
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node24',
} as const satisfies BuildOptions;

export const SERVICE = {
  ...BUNDLE,
  entryPoints: STARTED,
  entryNames: '[name]',
  external: AS_THEY_ARE,
  plugins: [inItsPlace],
  banner: { js: REQUIRE },
} satisfies BuildOptions;

if (import.meta.main) {
  const { build } = await import('esbuild');
  const folder = join(ROOT, process.argv[2] ?? '');
  // The folder is renamed when complete, because another start may be making the same bundle.
  const draft = `${folder}-${process.pid}`;
  await build({ ...SERVICE, outdir: draft });
  await rename(draft, folder).catch(() => rm(draft, { recursive: true }));
}
