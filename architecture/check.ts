// Checks every import of the repository against the tables of rooms and folders, and prints each fault.

import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FLOORS } from './floors.ts';
import { ROOMS } from './rooms.ts';
import { type Files, faults } from './rules.ts';

const ROOT = join(import.meta.dirname, '..');

export function ownFiles(): Files {
  const paths = globSync('{src,browser,clients}/**/*.ts', {
    cwd: ROOT,
    exclude: ['**/node_modules/**', 'clients/*/dist/**'],
  });
  return new Map(paths.sort().map((path) => [path, readFileSync(join(ROOT, path), 'utf8')]));
}

if (import.meta.main) {
  const found = faults(ROOMS, ownFiles(), FLOORS);
  for (const fault of found) console.error(fault);
  if (found.length > 0) {
    console.error(
      `\nFaults: ${found.length}. The tables are architecture/rooms.ts and architecture/floors.ts.`,
    );
    process.exitCode = 1;
  }
}
