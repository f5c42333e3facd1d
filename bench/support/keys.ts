// A key of the first writer of a generated archive, for loads that have to show one.

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

export async function keyIn(environment: { [name: string]: string }): Promise<string> {
  const given = ['key', 'create', '--writer', 'writer-0', '--name', 'bench'];
  const options = { env: { ...process.env, ...environment } };
  const { stdout } = await promisify(execFile)('node', ['src/cli.ts', ...given], options);
  return stdout.trim();
}
