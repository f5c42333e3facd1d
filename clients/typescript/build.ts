// Builds the package (npm run build): ES modules with their type declarations, and the same for programs that use
// require().

import { execFileSync } from 'node:child_process';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';

const FOLDER = import.meta.dirname;
const DIST = join(FOLDER, 'dist');

await rm(DIST, { recursive: true, force: true });
execFileSync('tsc', ['-p', FOLDER, '--outDir', DIST], { stdio: 'inherit' });
await build({
  entryPoints: [join(DIST, 'index.js')],
  outfile: join(DIST, 'index.cjs'),
  bundle: true,
  platform: 'neutral',
  format: 'cjs',
  target: 'es2022',
  logLevel: 'warning',
});

// TypeScript infers the kind of module from a declaration's file name, so the names of imported files must have the
// same ending.
const named = (text: string, ending: string) =>
  text.replace(/(from '\.\/[\w-]+)\.ts'/g, `$1.${ending}'`);
for (const name of await readdir(DIST)) {
  if (!name.endsWith('.d.ts')) continue;
  const text = await readFile(join(DIST, name), 'utf8');
  await writeFile(join(DIST, name), named(text, 'js'));
  await writeFile(join(DIST, name.replace(/\.d\.ts$/, '.d.cts')), named(text, 'cjs'));
}
