// The client as a package: built, imported by its name in strict TypeScript, compiled and run.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { createKey } from '../../src/operations/api-keys/api-keys.ts';
import { importArchive } from '../../src/operations/archive/import.ts';
import { EXAMPLE_PIECE } from '../../src/operations/examples.ts';
import { getPiece } from '../../src/operations/pieces/pieces.ts';
import { serveDesk } from '../support/desk/served-desk.ts';
import { EXAMPLE_LINES } from '../support/openapi/example-world.ts';
import { newSecret, signedHeaders } from './signed.ts';

const ROOT = join(import.meta.dirname, '../..');
const CLIENT = join(ROOT, 'clients/typescript');
const TSC = join(ROOT, 'node_modules/.bin/tsc');

const STRICTEST = {
  target: 'es2022',
  lib: ['es2022', 'dom'],
  module: 'nodenext',
  types: [],
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noPropertyAccessFromIndexSignature: true,
  noUnusedLocals: true,
};

const run = promisify(execFile);

/** A folder in which the package is installed, as it is packed. */
async function consumer(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'standfirst-client-'));
  after(() => rm(folder, { recursive: true, force: true }));
  await run('npm', ['pack', '--pack-destination', folder], { cwd: CLIENT });
  await mkdir(join(folder, 'node_modules/@standfirst'), { recursive: true });
  await run('tar', ['-xzf', 'standfirst-client-1.0.0.tgz'], { cwd: folder });
  await rename(join(folder, 'package'), join(folder, 'node_modules/@standfirst/client'));
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: STRICTEST }));
  return folder;
}

async function samplesOfReadme(base: string, key: string): Promise<string[]> {
  const readme = await readFile(join(CLIENT, 'README.md'), 'utf8');
  return [...readme.matchAll(/```ts\n(.*?)```/gs)].map(([, code = '']) =>
    code.replace('https://press.example', base).replace('pk_live_…', key),
  );
}

const served = await serveDesk();
await importArchive(
  served.context,
  EXAMPLE_LINES.map((line) => JSON.stringify(line)),
);
const { key } = await createKey(served.context, {
  writer: 'ada-okafor',
  name: 'agent',
  scope: 'pieces:write',
  expiresAt: null,
});
const { piece } = await getPiece.run(served.context, { id: EXAMPLE_PIECE.piece_id });
const secret = newSecret();
const body = JSON.stringify(piece);
const headers = signedHeaders({ secrets: [secret], body });

const folder = await consumer();
const samples = await samplesOfReadme(served.base, key);
await copyFile(
  join(import.meta.dirname, 'program/every-endpoint.ts'),
  join(folder, 'every-endpoint.ts'),
);
for (const [at, code] of samples.entries()) await writeFile(join(folder, `sample-${at}.ts`), code);
await run(TSC, ['-p', folder]).catch(({ stdout }) => assert.fail(String(stdout)));

test('a strict program reads every endpoint, posts a draft and verifies a webhook', async () => {
  const { everyEndpoint } = await import(pathToFileURL(join(folder, 'every-endpoint.js')).href);
  const result: unknown = await everyEndpoint(served.base, key, { body, headers, secret });
  assert.deepEqual(result, {
    titles: [piece.title, piece.title, piece.title],
    author: 'ada-okafor',
    people: ['ada-okafor'],
    site: 'headline',
    openapi: '3.1.0',
    tools: ['recent_pieces', null],
    announced: [true, 8, 1],
    feeds: [1, 1, 1],
    written: ['<?xml', '<?xml', '<?xml', '---\nt', '(()=>'],
    own: [true],
    kept: [true, 1, true, 'pieces:write'],
    refusal: ['No published piece has this id.', 'piece_not_found'],
    delivered: piece.title,
  });
});

/** A program by the way in which its compiler looks for modules, and what it becomes. */
const RESOLUTIONS: { [name: string]: object } = {
  bundler: { module: 'preserve', moduleResolution: 'bundler' },
  required: { module: 'nodenext' },
};

test('it carries its licence, and other ways to find modules find it too', async () => {
  const installed = join(folder, 'node_modules/@standfirst/client');
  const licence = await readFile(join(ROOT, 'LICENSE'), 'utf8');
  assert.equal(await readFile(join(installed, 'LICENSE'), 'utf8'), licence);
  const program = await readFile(join(import.meta.dirname, 'program/every-endpoint.ts'), 'utf8');
  for (const [name, options] of Object.entries(RESOLUTIONS)) {
    const place = join(folder, name);
    await mkdir(place);
    await writeFile(join(place, 'package.json'), '{ "type": "commonjs" }');
    await writeFile(join(place, 'every-endpoint.ts'), program);
    const compilerOptions = { ...STRICTEST, ...options };
    await writeFile(join(place, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
    await run(TSC, ['-p', place]).catch(({ stdout }) => assert.fail(`${name}: ${stdout}`));
  }
  const required = await import(pathToFileURL(join(folder, 'required/every-endpoint.js')).href);
  const result = await required.everyEndpoint(served.base, key, { body, headers, secret });
  assert.equal(result.author, 'ada-okafor');
});

test('the samples of the README run as they stand', async () => {
  const said: string[] = [];
  for (const at of samples.keys()) {
    const { stdout } = await run(process.execPath, [join(folder, `sample-${at}.js`)]);
    said.push(stdout.trim());
  }
  assert.equal(said.length, 6);
  const [read, walked, followed, drafted, refused, waiting] = said;
  assert.deepEqual([walked, followed], [piece.title, piece.title]);
  assert.match(String(read), /^How to read a bridge .*, by Ada Okafor \(found in the headline\)$/);
  assert.match(
    String(drafted),
    /^A draft waits at http.*\/desk\/edit\/pieces\/.*\n\d+ on the desk$/,
  );
  assert.match(String(refused), /^400 limit: Expected .*\nlimit: Expected an integer/);
  assert.equal(waiting, '');
});

test('the receiver of the README takes what is signed and nothing else', async () => {
  const { receive } = await import(pathToFileURL(join(folder, 'sample-5.js')).href);
  const request = (sent: string) =>
    new Request(served.base, { method: 'POST', headers, body: sent });
  assert.equal((await receive(request(body), secret)).status, 204);
  assert.equal((await receive(request(`${body} `), secret)).status, 400);
});
