// The Dockerfile without a container engine: its files are copied, its install, its other steps, its
// start and its health check are run. Not run: apt-get, useradd and the change of user and root.

import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { cp, glob, mkdir, mkdtemp, readFile, realpath, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, describe, test } from 'node:test';
import { promisify } from 'node:util';
import {
  commandIn,
  environmentIn,
  isSentToBuild,
  type Stage,
  stagesOf,
  stepsIn,
} from '../support/deploy/dockerfile.ts';
import { installForProduction, ROOT } from '../support/deploy/production-install.ts';
import { type Environment, startProgram } from '../support/processes/cli.ts';
import { startServing } from '../support/processes/serving.ts';

const read = (name: string) => readFile(join(ROOT, name), 'utf8');
const [install = [], final = []] = stagesOf(await read('Dockerfile'));

const BY_THE_ENGINE = /^(?:apt-get|useradd) /;
/** Debian's own Node is on it, and must not be the one that serves. */
const PATH = '/usr/bin:/bin';

/** The folders of the image, below one of ours. */
async function imageFolder() {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'standfirst-image-')));
  after(() => rm(root, { recursive: true, force: true }));
  for (const folder of ['opt/standfirst', 'var/cache/standfirst', 'data', 'tmp']) {
    await mkdir(join(root, folder), { recursive: true });
  }
  const here = (path: string) => (path.startsWith('/') ? join(root, path) : path);
  const settings = (stage: Stage): Environment => ({
    PATH,
    TMPDIR: join(root, 'tmp'),
    ...Object.fromEntries(
      Object.entries(environmentIn(stage)).map(([name, value]) => [name, here(value)]),
    ),
  });
  return { app: join(root, 'opt/standfirst'), cache: join(root, 'var/cache/standfirst'), settings };
}

type Image = Awaited<ReturnType<typeof imageFolder>>;

async function build({ app, settings }: Image): Promise<void> {
  const ignored = await read('.dockerignore');
  for (const { instruction, text } of install) {
    if (instruction === 'COPY') await copy(text, app, ignored);
    if (instruction === 'RUN' && !BY_THE_ENGINE.test(text)) await run(text, app, settings(install));
  }
}

async function copy(text: string, app: string, ignored: string): Promise<void> {
  const paths = text.split(' ').filter((word) => !word.startsWith('--'));
  const target = paths.pop() ?? '';
  for (const path of paths) {
    assert.ok(isSentToBuild(ignored, path), `.dockerignore leaves out ${path}`);
    const to = join(app, target.endsWith('/') ? path : target);
    await mkdir(dirname(to), { recursive: true });
    await cp(join(ROOT, path), to, { recursive: true });
    // File modes as in a checkout with a strict umask.
    await promisify(execFile)('chmod', ['-R', 'go-rwx', to]);
  }
}

async function run(command: string, app: string, env: Environment): Promise<void> {
  if (command === 'npm ci --omit=dev') await installForProduction(app);
  else await promisify(execFile)('/bin/sh', ['-c', command], { cwd: app, env });
}

/** Everything but the packages, with when it was written. */
async function written(app: string): Promise<string[]> {
  const files: string[] = [];
  const options = { cwd: app, exclude: (name: string) => name === 'node_modules' };
  for await (const file of glob('**', options)) {
    files.push(`${file} ${(await stat(join(app, file))).mtimeMs}`);
  }
  return files.toSorted();
}

describe('the container', async () => {
  const image = await imageFolder();
  const { app, cache, settings } = image;
  await build(image);

  test('its build fills the cache of compiled code', async () => {
    const cached: string[] = [];
    for await (const file of glob('*/*', { cwd: cache })) cached.push(file);
    assert.ok(cached.length > 100, `${cached.length} files`);
  });

  test('starts with the Node of a production install, is healthy, and writes to its data alone', async () => {
    const before = await written(app);
    const { PORT, HOST, DATA_DIR = '', ...env } = settings(final);
    assert.deepEqual({ PORT, HOST }, { PORT: '3000', HOST: '0.0.0.0' });
    const [program = '', ...args] = commandIn(stepsIn(final, 'CMD')[0] ?? '');
    const {
      process: child,
      port,
      url,
      ended,
    } = await startServing(
      { dataDir: DATA_DIR, databaseUrl: null },
      // HOST is not the container's own, since other machines must not reach this service.
      env,
      (environment) => startProgram(join(app, program), environment, args),
    );
    const node = await realpath(join(app, 'node_modules/.bin/node'));
    assert.equal(await realpath(`/proc/${child.pid}/exe`), node);
    const check = commandIn(stepsIn(final, 'HEALTHCHECK')[0] ?? '');
    const healthy = () =>
      spawnSync(join(app, check[0] ?? ''), { env: { ...env, PORT: String(port) } }).status;
    assert.equal(healthy(), 0);
    // Each of these needs files of another folder.
    for (const path of ['/', '/developers', '/embed.js', '/desk/sign-in']) {
      assert.equal((await fetch(url + path)).status, 200, path);
    }
    child.kill('SIGTERM');
    assert.equal((await ended).code, 0);
    assert.equal(healthy(), 1);
    assert.deepEqual(await written(app), before);
  });

  test('its user can read everything, whatever the modes of the checkout', async () => {
    const closed = ['(', '!', '-perm', '-444', '-o', '-type', 'd', '!', '-perm', '-555', ')'];
    const { stdout } = await promisify(execFile)('find', [app, '!', '-type', 'l', ...closed]);
    assert.equal(stdout, '');
    assert.equal((await stat(join(app, 'bin/serve'))).mode & 0o111, 0o111);
  });

  test('the image runs as a user without rights, and has no package of npm or Debian beyond its needs', () => {
    assert.deepEqual(stepsIn(final, 'USER'), ['10001:10001']);
    assert.match(stepsIn(final, 'RUN').join('\n'), /useradd --uid 10001 /);
    assert.match(stepsIn(install, 'RUN').join('\n'), /useradd --uid 10001 /);
    assert.doesNotMatch(stepsIn(final, 'RUN').join('\n'), /npm|nodejs|curl/);
  });

  test('nothing else of a checkout gets into the build', async () => {
    const ignored = await read('.dockerignore');
    const never = [
      '.git',
      'data',
      'node_modules',
      'test',
      'docs/settings.md',
      '.env',
      'bench/a.ts',
    ];
    assert.deepEqual(
      never.filter((path) => isSentToBuild(ignored, path)),
      [],
    );
  });
});
