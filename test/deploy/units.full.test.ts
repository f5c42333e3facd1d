// The files for systemd: they are read without a complaint, are strict, and name settings that exist.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { STOP_MS } from '../../src/commands/shutdown.ts';
import { configFrom } from '../../src/config.ts';
import { ROOT } from '../support/deploy/production-install.ts';

const ANALYZE = '/usr/bin/systemd-analyze';
const MISSING = !existsSync(ANALYZE) && 'There is no systemd-analyze on this machine.';
/** The highest exposure allowed, of 100; a service without any hardening has 96. */
const EXPOSURE = 20;

const read = (name: string) => readFile(join(ROOT, 'deploy', name), 'utf8');
const unit = await read('standfirst.service');
const UNITS = ['standfirst.service', 'standfirst-backup.service'];

/** The unit as it is, with this checkout for the place where it is installed. */
async function unitHere(name: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'standfirst-unit-'));
  after(() => rm(folder, { recursive: true, force: true }));
  const path = join(folder, name);
  await writeFile(path, (await read(name)).replaceAll('/opt/standfirst', ROOT));
  return path;
}

const analyze = (...args: string[]) => promisify(execFile)(ANALYZE, args);

test('the socket of systemd is read without a complaint', { skip: MISSING }, async () => {
  const socket = await unitHere('standfirst.socket');
  const { stdout, stderr } = await analyze('verify', '--man=no', socket);
  const complaints = `${stdout}${stderr}`.split('\n').filter((line) => /standfirst/.test(line));
  assert.deepEqual(complaints, []);
});

for (const name of UNITS) {
  describe(name, () => {
    test('is read without a complaint', { skip: MISSING }, async () => {
      const { stdout, stderr } = await analyze('verify', '--man=no', await unitHere(name));
      const complaints = `${stdout}${stderr}`.split('\n').filter((line) => /standfirst/.test(line));
      assert.deepEqual(complaints, []);
    });

    test('leaves the service few rights', { skip: MISSING }, async () => {
      const threshold = `--threshold=${EXPOSURE}`;
      await analyze('security', '--offline=true', '--no-pager', threshold, await unitHere(name));
    });
  });
}

test('the backup has no fewer limits than the service on what it may do', async () => {
  const LIMITS =
    /^(?:NoNewPrivileges|CapabilityBoundingSet|(?:Protect|Private|Restrict|SystemCall)\w+|LockPersonality|LimitCORE)=.*$/gm;
  const limits = unit.match(LIMITS) ?? [];
  assert.ok(limits.length > 15);
  const backup = (await read('standfirst-backup.service')).split('\n');
  assert.deepEqual(
    limits.filter((line) => !backup.includes(line)),
    [],
  );
});

describe('the systemd unit', () => {
  test('waits longer than the service takes to stop', () => {
    const seconds = Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1]);
    assert.ok(seconds * 1_000 > 2 * STOP_MS, `${seconds} s`);
  });
});

test('the settings file is accepted, also with every line that is a suggestion', async () => {
  const lines = (await read('standfirst.env')).matchAll(/^(?:# )?([A-Z_]+)='([^']*)'$/gm);
  const settings = Object.fromEntries([...lines].map(([, name = '', value]) => [name, value]));
  assert.ok(Object.keys(settings).length > 5);
  const known = new Set<string>();
  configFrom(new Proxy({}, { get: (_, name) => void known.add(String(name)) }));
  assert.deepEqual(
    Object.keys(settings).filter((name) => !known.has(name)),
    [],
  );
  configFrom(settings);
});
