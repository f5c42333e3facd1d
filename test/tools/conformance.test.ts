// The official conformance suite, each scenario that a read-only tool server can be asked.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { serveDesk } from '../support/served-desk.ts';

const { base } = await serveDesk();
const EXPECTED = fileURLToPath(new URL('expected-failures.yml', import.meta.url));
const known: { server: string[] } = parse(await readFile(EXPECTED, 'utf8'));
const output = await mkdtemp(join(tmpdir(), 'standfirst-conformance-'));
after(() => rm(output, { recursive: true, force: true }));

const entry = (name: string) => fileURLToPath(import.meta.resolve(name));

/** What the suite said; it ends with a code of its own where a scenario fails unexpectedly. */
const run = (suite: string, ...given: string[]) =>
  new Promise<{ code: number; said: string }>((resolve) => {
    execFile(
      process.execPath,
      [suite, 'server', '--url', `${base}/api/mcp`, '-o', output, ...given],
      (error, stdout, stderr) =>
        resolve({ code: Number(error?.code ?? 0), said: stdout + stderr }),
    );
  });
