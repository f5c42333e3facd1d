// A folder with packages of others, fetched by npm for as long as a test takes.

import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { promisify } from 'node:util';

export const run = promisify(execFile);

/** Without their install scripts: what is tried here needs none. */
const FLAGS = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];

/** Milliseconds; npm may look without end for a dependency that was never published. */
const INSTALL_TIMEOUT = 300_000;

export async function installed(packages: readonly string[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'standfirst-foreign-'));
  after(() => rm(folder, { recursive: true, force: true }));
  await writeFile(join(folder, 'package.json'), '{ "type": "module", "private": true }');
  await run('npm', ['install', ...FLAGS, ...packages], { cwd: folder, timeout: INSTALL_TIMEOUT });
  return folder;
}
