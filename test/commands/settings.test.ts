// Settings: a wrong one stops the start with one line that names it and repeats no secret.

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { configFrom } from '../../src/config.ts';
import { freshPlace } from '../support/databases/databases.ts';
import { assertOneLine, runCli } from '../support/processes/cli.ts';
import { runCliInTurn } from '../support/processes/cli-in-turn.ts';

const WRONG: { [name: string]: string[] } = {
  PORT: ['http', '-1', '65536', '3000.5', '0x50', '1e3', '30 00'],
  BASE_URL: [
    ...['press.example', 'ftp://press.example', 'https://', 'https://press.example/blog'],
    ...['https://press.example/?a', 'https://press.example/#a', 'https://user@press.example'],
  ],
  DATABASE_URL: [
    ...['mysql://root:hunter2@db.example/x', 'db.example:hunter2', '/var/lib/hunter2.db'],
    'postgres://user:%zzhunter2@db.example/x',
  ],
  DATABASE_READ_URL: ['mysql://root:hunter2@db.example/x', 'postgres://u:hunter2@db.example/x'],
  DATABASE_POOL: ['0', '3', '-1', 'ten', '1001'],
  DRAIN_SECONDS: ['-1', '1.5', '301', 'long'],
  WORKERS: ['0', '-1', 'auto', '1.5', '65'],
  MEDIA_URL: ['s3://KEY:hunter2@host', 'https://KEY:hunter2@host/bucket'],
  RATE_LIMITS: ['yes', 'ON', 'true', '1'],
  RATE_LIMIT_EXEMPT: ['localhost', 'loopback', '10.0.0.0/33', '10.0.0.1,', '::/129', 'on'],
  TRUST_PROXY: [
    ...['on', 'true', 'yes', 'proxy.example', '10.0.0.0/33', '10.0.0', '::/129', '10.0.0.1,', '-1'],
    ...['10.0.0.1:80', '0.0.0.0/0', '::/0', '10.0.0.0/8, 0.0.0.0/00'],
  ],
  PUBLIC_MAX_AGE: ['-1', '1m', '1.5', '99999999999'],
  CACHE_MB: ['-1', '64M', '1.5', '100001'],
  CACHE_DISK_MB: ['-1', '64M', '1.5', '100001'],
  LOG_SAMPLE: ['0', '-1', '1%', '1000001'],
  WEBSUB_HUB: [
    ...['hub', 'ftp://hub.example', 'https://user:pass@hub.example', 'https://hub.example/#a'],
    'javascript:alert(1)',
  ],
  SECURITY_CONTACT: ['us', 'http://press.example', 'javascript:alert(1)'],
  METRICS: ['yes', 'prometheus'],
  METRICS_HOST: ['127.0.0', 'everywhere', '127.0.0.1:9090', '0.0.0.0/0'],
  SITE_NAME: ['x'.repeat(81), 'The\u0007Press', '\u200B'],
  LOG_LEVEL: ['loud', 'INFO', '30'],
};

const RIGHT: { [name: string]: string[] } = {
  PORT: ['1', '80', '65535', ' 3000 ', ''],
  BASE_URL: ['https://press.example', 'https://press.example/', 'http://[::1]:3000', ''],
  DATABASE_URL: ['postgres://u:p@h/d', 'postgresql://h/d?sslmode=require', ''],
  DATABASE_READ_URL: [''],
  DATABASE_POOL: ['4', '15', '1000', ''],
  DRAIN_SECONDS: ['0', '3', '300', ''],
  WORKERS: ['1', '2', '64', ''],
  MEDIA_URL: ['s3://KEY:SECRET@host/bucket?region=eu-west-1&tls=off', ''],
  RATE_LIMITS: ['on', 'off', ''],
  RATE_LIMIT_EXEMPT: ['127.0.0.1', '10.0.0.0/8, ::1', '0.0.0.0/0', ''],
  TRUST_PROXY: ['off', 'false', '0', '2', 'loopback', '10.0.0.0/8, ::1', ''],
  PUBLIC_MAX_AGE: ['0', '60', '31536000', ''],
  CACHE_MB: ['0', '64', '100000', ''],
  CACHE_DISK_MB: ['0', '64', '100000', ''],
  LOG_SAMPLE: ['1', '100', '1000000', ''],
  WEBSUB_HUB: ['https://hub.example/', 'http://10.0.0.1/hub', ''],
  SECURITY_CONTACT: ['a@press.example', 'mailto:a@press.example', 'https://press.example/a', ''],
  METRICS: ['on', 'off'],
  METRICS_HOST: ['127.0.0.1', '0.0.0.0', '::1', 'localhost', ''],
  SITE_NAME: ['x'.repeat(80), 'é'.repeat(80), ''],
  LOG_LEVEL: ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
};

test('a socket of the service manager is listened on by the process that it is for', () => {
  const own = String(process.pid);
  assert.equal(configFrom({ LISTEN_FDS: '1', LISTEN_PID: own }).socket, 3);
  assert.equal(configFrom({ LISTEN_FDS: '1', LISTEN_PID: '1' }).socket, null);
  assert.equal(configFrom({ LISTEN_FDS: '1' }).socket, null);
  assert.throws(() => configFrom({ LISTEN_FDS: '2', LISTEN_PID: own }), /LISTEN_FDS.*one socket/);
});

describe('settings', () => {
  for (const [name, values] of Object.entries(WRONG)) {
    for (const value of values) {
      test(`${name}=${value} is refused by name`, () => {
        assert.throws(
          () => configFrom({ [name]: value }),
          ({ message }: Error) => message.startsWith(`${name} `) && !message.includes('hunter2'),
        );
      });
    }
  }

  for (const [name, values] of Object.entries(RIGHT)) {
    for (const value of values) {
      test(`${name}=${value} is taken`, () => assert.ok(configFrom({ [name]: value })));
    }
  }

  test('DATABASE_READ_URL is taken beside DATABASE_URL', () => {
    const urls = { DATABASE_URL: 'postgres://a/d', DATABASE_READ_URL: 'postgres://b/d' };
    assert.equal(configFrom(urls).databaseReadUrl, urls.DATABASE_READ_URL);
  });

  test('TRUST_PROXY=on is refused with what to set instead', () => {
    assert.throws(
      () => configFrom({ TRUST_PROXY: 'on' }),
      /^OperatorError: TRUST_PROXY .*any client.*number of proxies.*1.*IP addresses/,
    );
  });

  test('a wrong one stops serve before it makes anything', async () => {
    const dataDir = join((await freshPlace('sqlite')).dataDir, 'not-made');
    const wrong = Object.entries(WRONG).map(([name, [value = '']]) => ({ name, value }));
    const turns = wrong.map(({ name, value }) => ({
      args: ['serve'],
      environment: { [name]: value },
    }));
    const ended = await runCliInTurn({ DATA_DIR: dataDir }, turns);
    for (const [at, { name }] of wrong.entries()) {
      const each = ended[at] ?? assert.fail(name);
      assertOneLine(each, new RegExp(`^${name} `));
      assert.doesNotMatch(each.stderr, /hunter2/);
      assert.equal(each.stdout, '');
    }
    const alone = await runCli({ DATA_DIR: dataDir, PORT: 'none' }, ['serve']);
    assertOneLine(alone, /^PORT /);
    assert.equal(existsSync(dataDir), false);
  });
});
