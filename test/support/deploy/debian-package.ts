// A program from a Debian package, unpacked into this repository's cache: nothing is installed or started on the
// machine, and no root rights are needed.

import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from './production-install.ts';

const run = promisify(execFile);

/** Without a network, apt gives up after seconds, not minutes. */
const PATIENCE = ['-o', 'Acquire::http::Timeout=10', '-o', 'Acquire::Retries=1'];

/** The program's path, or undefined if it is neither installed nor available. */
export async function debianProgram(name: string, path: string): Promise<string | undefined> {
  const folder = join(ROOT, 'node_modules/.cache/debian', name);
  const places = [path, join(folder, path)];
  const found = () => places.find((place) => existsSync(place));
  if (found()) return found();
  if (!existsSync('/usr/bin/apt-get')) return undefined;
  await mkdir(folder, { recursive: true });
  try {
    await download(name, folder).catch(async () => {
      await run('apt-get', [...PATIENCE, 'update']);
      await download(name, folder);
    });
    const file = (await readdir(folder)).find((each) => each.endsWith('.deb')) ?? '';
    await run('dpkg', ['-x', join(folder, file), folder]);
  } catch {
    return undefined;
  }
  return found();
}

const download = (name: string, folder: string) =>
  run('apt-get', [...PATIENCE, 'download', name], { cwd: folder });
