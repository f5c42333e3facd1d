// Installs the packages that `npm ci --omit=dev` would: links those in this checkout, following the lock file. A soak
// runs npm itself.

import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readFile, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { rounds } from '../soak.ts';

export const ROOT = join(import.meta.dirname, '../../..');

interface Locked {
  dev?: boolean;
  bin?: { [name: string]: string };
}

interface Package extends Locked {
  name: string;
}

const TOP = /^node_modules\/((?:@[^/]+\/)?[^/]+)$/;

/** Installs the packages into a folder that already has package.json, the lock file and bin/. */
export async function installForProduction(folder: string): Promise<void> {
  if (rounds(0, 1) === 1) {
    await promisify(execFile)('npm', ['ci', '--omit=dev'], { cwd: folder });
    return;
  }
  const packages = await lockedPackages(folder);
  await mkdir(join(folder, 'node_modules/.bin'), { recursive: true });
  for (const each of packages) await link(folder, each);
}

async function lockedPackages(folder: string): Promise<Package[]> {
  const text = await readFile(join(folder, 'package-lock.json'), 'utf8');
  const lock: { packages: { [path: string]: Locked } } = JSON.parse(text);
  return Object.entries(lock.packages).flatMap(([path, locked]) => {
    const name = TOP.exec(path)?.[1];
    // Packages for other platforms are not installed in this checkout.
    const isInstalled = name !== undefined && existsSync(join(ROOT, path));
    return isInstalled && !locked.dev ? [{ ...locked, name }] : [];
  });
}

async function link(folder: string, { name, bin = {} }: Package): Promise<void> {
  const path = join(folder, 'node_modules', name);
  await mkdir(dirname(path), { recursive: true });
  if (name === 'node') await copyNode(path);
  else await symlink(join(ROOT, 'node_modules', name), path);
  for (const [command, file] of Object.entries(bin)) {
    await symlink(join('..', name, file), join(folder, 'node_modules/.bin', command));
  }
}

/** Copies Node into a separate folder, so that steps which delete from it don't delete from this checkout. */
async function copyNode(path: string): Promise<void> {
  const source = join(ROOT, 'node_modules/node');
  await mkdir(join(path, 'node_modules'), { recursive: true });
  await mkdir(join(path, 'bin'));
  await copyFile(join(source, 'package.json'), join(path, 'package.json'));
  await symlink(join(source, 'bin/node'), join(path, 'bin/node'));
}
