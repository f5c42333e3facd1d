// A folder that is removed after the test that made it, or after the test file.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';

export async function temporaryFolder(name: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `standfirst-${name}-`));
  after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
