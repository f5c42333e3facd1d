// The help of each command, and the hints for an operator who mistyped it.

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { freshPlace } from '../support/databases/databases.ts';
import {
  assertDone,
  assertOneLine,
  type Ended,
  type Environment,
  environmentOf,
  runCli,
  startSource,
} from '../support/processes/cli.ts';
import { runCliInTurn } from '../support/processes/cli-in-turn.ts';

const COMMANDS: [name: string, ...words: string[]][] = [
  ['serve'],
  ['demo'],
  [
    'writer create',
    '--slug',
    '--name',
    '--email',
    '--password-file',
    '--admin',
    '--identity-verified',
  ],
  ['writer verify', 'SLUG'],
  ['writer password', 'SLUG', '--password-file'],
  ['writer suspend', 'SLUG'],
  ['key create', '--writer', '--name', '--scope', 'pieces:write', 'pieces:read', '--expires'],
  ['key revoke', 'ID'],
  ['import', 'FILE'],
  ['export', '--writer', 'FILE'],
  ['backup', 'FILE', 'DIR'],
  ['restore', 'DIR'],
  ['rebuild'],
  ['migrate'],
  ['doctor'],
];

const WRONG: [args: string, ...words: string[]][] = [
  ['publish', 'publish'],
  ['writer', 'writer'],
  ['writer promote ada', 'promote'],
  ['key', 'key'],
  ['migrate now', '0', '1'],
  ['import', '1', '0'],
  ['import a b', '1', '2'],
  ['writer verify', '1', '0'],
  ['export --all x.ndjson', '--all'],
  ['backup', 'argument'],
  ['backup a b', '1', '2'],
  ['backup --to s3://bucket/a', 's3://bucket/a', 'folder', 'rclone', 'docs/operating.md'],
  ['backup s3://bucket/a', 's3://bucket/a', 'folder'],
  ['restore s3://bucket/a', 's3://bucket/a', 'folder', 'rclone'],
  ['restore', '1', '0'],
  ['writer create', '--slug'],
  ['writer create --slug ada --name Ada --email', '--email'],
  ['key create --writer ada', '--name'],
];

/** Runs the first command in one process and all others in another. */
async function eachRun([first = '', ...others]: string[], environment: Environment) {
  const turns = others.map((input) => ({ args: input.split(' ') }));
  const ended = [
    await runCli(environment, first.split(' ')),
    ...(await runCliInTurn(environment, turns)),
  ];
  const byInput = new Map([first, ...others].map((input, at) => [input, ended[at]]));
  return (input: string): Ended => byInput.get(input) ?? assert.fail(`${input} was not run`);
}

describe('help', () => {
  test('is there for every command, and for all of them, and touches nothing', async () => {
    const dataDir = join((await freshPlace('sqlite')).dataDir, 'not-made');
    const names = COMMANDS.map(([name]) => name);
    // Help also works with wrong settings.
    const environment = { DATA_DIR: dataDir, PORT: 'none' };
    const run = await eachRun(
      ['--help', '-h', ...names.map((name) => `${name} --help`)],
      environment,
    );
    for (const [name, ...words] of COMMANDS) {
      const ended = run(`${name} --help`);
      assertDone(ended);
      assert.equal(ended.stderr, '');
      for (const word of [name, ...words])
        assert.ok(ended.stdout.includes(word), `${name}: ${word}`);
      assert.ok(run('--help').stdout.includes(name), name);
    }
    assert.deepEqual(run('-h'), run('--help'));
    assert.equal(existsSync(dataDir), false);
  });

  test('the code as it is says the same as the bundle of it that tests start', async () => {
    const environment = environmentOf(await freshPlace('sqlite'));
    const source = await startSource(environment, ['--help']).ended;
    assert.deepEqual(source, await runCli(environment, ['--help']));
    assertDone(source);
  });

  test('an operator who mistyped reads one line that says what', async () => {
    const dataDir = join((await freshPlace('sqlite')).dataDir, 'not-made');
    const run = await eachRun(
      WRONG.map(([args]) => args),
      { DATA_DIR: dataDir },
    );
    for (const [args, ...words] of WRONG) {
      assertOneLine(run(args), ...words);
      assert.equal(run(args).stdout, '', args);
    }
  });
});
