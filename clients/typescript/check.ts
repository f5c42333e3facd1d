// Checks the packed client with other people's tools, which it downloads (npm run client:check): its types with
// @arethetypeswrong/cli; a program with TypeScript 5.7 under every module resolution; and client generators, whose
// output for the API's description must compile.

import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openApiDocument } from '../../src/http/openapi/openapi-document.ts';
import { withCurrentApp } from './generate.ts';

const CLIENT = import.meta.dirname;
const folder = mkdtempSync(join(tmpdir(), 'standfirst-check-'));

function run(what: string, command: string, args: string[], cwd = folder): void {
  console.log(`\n${what}`);
  execFileSync(command, args, { cwd, stdio: 'inherit' });
}

/** Arguments for npm that run a tool together with the packages it needs. */
const fetched = (tools: string, ...args: string[]) => [
  ...['exec', '--yes', ...tools.split(' ').map((tool) => `--package=${tool}`), '--'],
  ...args,
];

run('Packing', 'npm', ['pack', '--pack-destination', folder], CLIENT);
const packed = join(folder, 'standfirst-client-1.0.0.tgz');
run('Are the types wrong?', 'npm', fetched('@arethetypeswrong/cli@0.18', 'attw', packed));

run('Unpacking', 'tar', ['-xzf', packed]);
mkdirSync(join(folder, 'node_modules/@standfirst'), { recursive: true });
renameSync(join(folder, 'package'), join(folder, 'node_modules/@standfirst/client'));

/** Every way in which TypeScript 5.7 resolves modules. */
const RESOLUTIONS: { [name: string]: object } = {
  node10: { module: 'commonjs', moduleResolution: 'node10' },
  'node16-required': { module: 'node16', moduleResolution: 'node16' },
  'node16-imported': { module: 'node16', moduleResolution: 'node16' },
  nodenext: { module: 'nodenext', moduleResolution: 'nodenext' },
  bundler: { module: 'esnext', moduleResolution: 'bundler' },
};
for (const [name, options] of Object.entries(RESOLUTIONS)) {
  const place = join(folder, name);
  mkdirSync(place);
  const type = name.endsWith('required') || name === 'node10' ? 'commonjs' : 'module';
  writeFileSync(join(place, 'package.json'), JSON.stringify({ type }));
  copyFileSync(
    join(CLIENT, '../../test/client/program', 'every-endpoint.ts'),
    join(place, 'every-endpoint.ts'),
  );
  const compilerOptions = {
    target: 'es2022',
    lib: ['es2022', 'dom'],
    types: [],
    strict: true,
    ...options,
  };
  writeFileSync(join(place, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
  run(`TypeScript 5.7, ${name}`, 'npm', fetched('typescript@5.7', 'tsc', '-p', place));
}

const saved = join(folder, 'openapi.json');
await withCurrentApp(async (app) =>
  writeFileSync(saved, JSON.stringify(openApiDocument(app, 'Standfirst'))),
);
const GENERATORS: { [name: string]: string[] } = {
  'openapi-typescript': fetched(
    'openapi-typescript@7',
    'openapi-typescript',
    saved,
    '-o',
    'generated/openapi-typescript.ts',
  ),
  'hey-api': fetched(
    '@hey-api/openapi-ts typescript@5.9',
    'openapi-ts',
    '-i',
    saved,
    '-o',
    'generated/hey-api',
  ),
  orval: fetched(
    'orval@8.28.1 typescript@5.9',
    'orval',
    '--input',
    saved,
    '--output',
    'generated/orval.ts',
    '--client',
    'fetch',
  ),
};
mkdirSync(join(folder, 'generated'));
for (const [name, args] of Object.entries(GENERATORS)) run(`Generating with ${name}`, 'npm', args);
writeFileSync(
  join(folder, 'generated/tsconfig.json'),
  JSON.stringify({
    compilerOptions: {
      ...{ target: 'es2022', lib: ['es2022', 'dom', 'dom.iterable'], module: 'esnext' },
      ...{ moduleResolution: 'bundler', strict: true, noEmit: true, types: [] },
    },
  }),
);
run('Compiling what was generated', 'npm', fetched('typescript@5.9', 'tsc', '-p', 'generated'));
rmSync(folder, { recursive: true });
console.log('\nEverything holds.');
