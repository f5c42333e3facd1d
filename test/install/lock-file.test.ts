// The lock file: nothing in it makes npm ci ask, on whichever machine, or tells where it was made.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';

interface Locked {
  name?: string;
  hasInstallScript?: boolean;
  resolved?: string;
}

const FOLDER = 'node_modules/';

const read = async (name: string) =>
  JSON.parse(await readFile(new URL(`../../${name}`, import.meta.url), 'utf8'));

async function lockedPackages(): Promise<[name: string, locked: Locked][]> {
  const { packages }: { packages: { [path: string]: Locked } } = await read('package-lock.json');
  return Object.entries(packages)
    .filter(([path]) => path !== '')
    .map(([path, locked]) => [
      locked.name ?? path.slice(path.lastIndexOf(FOLDER) + FOLDER.length),
      locked,
    ]);
}

test('every install script was looked at, those of other platforms too', async () => {
  const { allowScripts } = await read('package.json');
  const withScript = (await lockedPackages()).filter(
    ([, { hasInstallScript }]) => hasInstallScript,
  );
  const names = new Set(withScript.map(([name]) => name));
  assert.deepEqual([...names].toSorted(), Object.keys(allowScripts).toSorted());
});

test('no package is bound to the address that it was once fetched from', async () => {
  const bound = (await lockedPackages()).filter(([, { resolved }]) => resolved !== undefined);
  assert.deepEqual(bound, []);
});
