// A key of one of the writers in a data folder, for loads that have to show one.

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { ArchiveGenerator } from './archive-generator.ts';

export async function keyIn(environment: { [name: string]: string }): Promise<string> {
  const [author] = [...new ArchiveGenerator().authors()];
  const given = ['key', 'create', '--writer', author?.slug ?? '', '--name', 'bench'];
  const options = { env: { ...process.env, ...environment } };
  const { stdout } = await promisify(execFile)('node', ['src/cli.ts', ...given], options);
  return stdout.trim();
}
