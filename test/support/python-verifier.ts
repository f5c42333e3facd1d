// Verifies records with test/provenance/verify_record.py, which shares no code with the service.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { RecordFile } from '../../src/schemas/provenance/record-file.ts';

const verifier = fileURLToPath(new URL('../provenance/verify_record.py', import.meta.url));

const folder = mkdtempSync(join(tmpdir(), 'record-'));
after(() => rmSync(folder, { recursive: true }));

const lacksPython = spawnSync('python3', ['-c', 'import cryptography']).status !== 0;
/** The reason to skip a test, or false. */
export const skip = lacksPython && 'python3 with cryptography is not installed';

/** Starts Python once for all files, because each start takes a fifth of a second. */
export function verdictsByPython(files: readonly RecordFile[]): string[] {
  const paths = files.map((_, at) => join(folder, `${at}.json`));
  for (const [at, path] of paths.entries()) writeFileSync(path, JSON.stringify(files[at]));
  const { stdout, stderr } = spawnSync('python3', [verifier, ...paths], { encoding: 'utf8' });
  assert.equal(stderr, '');
  return stdout.trim().split('\n');
}
