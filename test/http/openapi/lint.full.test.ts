// Redocly's recommended rules and Spectral's rules have nothing to say about the API description.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { promisify } from 'node:util';
import { at, type Json } from '../../support/json.ts';
import { startService } from '../../support/service.ts';

const { resolve } = createRequire(import.meta.url);
const redocly = resolve('@redocly/cli/bin/cli.js');
const spectral = resolve('@stoplight/spectral-cli/dist/index.js');

const folder = await mkdtemp(join(tmpdir(), 'standfirst-lint-'));
after(() => rm(folder, { recursive: true, force: true }));
const { app } = await startService('sqlite');
const { body: description } = await app.inject('/api/openapi.json');
await writeFile(join(folder, 'openapi.json'), description);

test('Redocly has no error and no warning', async () => {
  const words = ['lint', '--extends=recommended', '--format=json', 'openapi.json'];
  const { stdout } = await promisify(execFile)(process.execPath, [redocly, ...words], {
    cwd: folder,
    // Stops the linter from sending telemetry and checking for updates.
    env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
  });
  const found: Json = JSON.parse(stdout);
  assert.deepEqual(at(found, 'problems'), []);
  assert.deepEqual(at(found, 'totals'), { errors: 0, warnings: 0, ignored: 0 });
});

/** The contact of whoever runs a service is in its security.txt, if they want to be reached. */
const RULES = 'extends: ["spectral:oas"]\nrules: { info-contact: off }\n';

test('Spectral has no error and no warning', async () => {
  await writeFile(join(folder, 'rules.yaml'), RULES);
  const words = ['lint', '--ruleset=rules.yaml', '--format=json', '--quiet', 'openapi.json'];
  // Spectral exits with status 1 if it finds an error.
  const run = promisify(execFile)(process.execPath, [spectral, ...words], { cwd: folder });
  const { stdout } = await run.catch((error: { stdout: string }) => error);
  assert.deepEqual(JSON.parse(stdout), []);
});
