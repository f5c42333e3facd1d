// Finds pg_dump and pg_restore, and runs them without a password among their arguments.

import { execFile } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { childEnvironment, programFolders } from '../../config.ts';
import { OperatorError } from '../../errors.ts';

type Program = 'pg_dump' | 'pg_restore';

interface Found {
  readonly path: string;
  readonly major: number;
}

/** Debian installs each version in a separate folder outside the PATH. */
const DEBIAN = '/usr/lib/postgresql/*/bin';

/** Prefers the oldest program that knows the server's version: a newer one may write what old servers reject. */
export async function findProgram(
  name: Program,
  major: number,
  folders: readonly string[] = [...globSync(DEBIAN), ...programFolders()],
): Promise<Found> {
  const paths = folders.map((folder) => join(folder, name)).filter((path) => existsSync(path));
  const found = (await Promise.all(paths.map(versionOf))).filter((each) => each !== null);
  const [best] = found.filter((each) => each.major >= major).sort((a, b) => a.major - b.major);
  if (best) return best;
  const majors = [...new Set(found.map((each) => each.major))].join(', ');
  throw new OperatorError(
    `There is no ${name} for PostgreSQL ${major} on the path or in ${DEBIAN}` +
      `${majors ? ` (only ${majors})` : ''}. Install it (Debian: apt-get install postgresql-client-${major}).`,
  );
}

async function versionOf(path: string): Promise<Found | null> {
  try {
    const { stdout } = await promisify(execFile)(path, ['--version']);
    const [, major] = /\(PostgreSQL\) (\d+)/.exec(stdout) ?? [];
    return major ? { path, major: Number(major) } : null;
  } catch {
    return null;
  }
}

export async function runProgram({ path }: Found, databaseUrl: string, args: string[]) {
  const { url, environment } = withoutPassword(databaseUrl);
  try {
    await promisify(execFile)(path, [`--dbname=${url}`, ...args], {
      env: childEnvironment(environment),
      maxBuffer: 64 * 1024 * 1024,
    });
  } catch (error) {
    const said = error instanceof Error && 'stderr' in error ? String(error.stderr) : String(error);
    const [first = ''] = said.split('\n').filter((line) => line.trim() !== '');
    throw new OperatorError(`${path} failed: ${first.trim()}`);
  }
}

/** Translates the driver's TLS parameters into those of the programs. */
function withoutPassword(databaseUrl: string) {
  const url = new URL(databaseUrl);
  const password = decodeURIComponent(url.password);
  url.password = '';
  if (url.searchParams.get('sslmode') === 'no-verify' || url.searchParams.get('ssl') === 'true') {
    url.searchParams.set('sslmode', 'require');
  }
  for (const name of ['ssl', 'uselibpqcompat']) url.searchParams.delete(name);
  return { url: url.href, environment: password === '' ? {} : { PGPASSWORD: password } };
}
