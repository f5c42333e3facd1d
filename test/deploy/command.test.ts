// deploy/standfirst: which settings a command gets, with the files of the test for those in /etc.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { ROOT } from '../support/deploy/production-install.ts';

const folder = mkdtempSync(join(tmpdir(), 'standfirst-command-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const script = join(folder, 'standfirst');
const RUN = /^exec runuser -u standfirst -- \S+node \S+cli\.ts/m;
const content = readFileSync(join(ROOT, 'deploy/standfirst'), 'utf8');
assert.match(content, RUN);
// The script prints its environment instead of switching to another user.
writeFileSync(script, content.replaceAll('/etc/', `${folder}/`).replace(RUN, 'exec env #'));
writeFileSync(
  join(folder, 'standfirst.env'),
  "DATA_DIR='/var/lib/standfirst'\nDATABASE_URL='postgres://a'\nSITE_NAME='The Example Press'\n",
);

function settings(args: string[], given: NodeJS.ProcessEnv = {}): { [name: string]: string } {
  const printed = execFileSync('/bin/sh', [script, ...args], { env: given, encoding: 'utf8' });
  return Object.fromEntries(printed.split('\n').map((line) => line.split(/=(.*)/s)));
}

test('a command gets the settings of the service', () => {
  const { DATA_DIR, DATABASE_URL, SITE_NAME } = settings(['doctor'], { SITE_NAME: 'Another' });
  assert.deepEqual(
    { DATA_DIR, DATABASE_URL, SITE_NAME },
    {
      DATA_DIR: '/var/lib/standfirst',
      DATABASE_URL: 'postgres://a',
      SITE_NAME: 'The Example Press',
    },
  );
});

test('the caller decides where the data is', () => {
  const given = { DATA_DIR: "/a place/it's $HOME", DATABASE_URL: '' };
  const { DATA_DIR, DATABASE_URL } = settings(['restore', 'x'], given);
  assert.deepEqual({ DATA_DIR, DATABASE_URL }, given);
});
