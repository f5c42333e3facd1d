// The official conformance suite: everything passes except the exceptions listed, with reasons, in the files next to
// this one.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, request as forward } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { createWriter } from '../../src/operations/accounts/writers.ts';
import { createKey } from '../../src/operations/api-keys/api-keys.ts';
import { freePort } from '../support/databases/postgres-server.ts';
import { serveDesk } from '../support/desk/served-desk.ts';

const { base, context } = await serveDesk();
const password = 'the password of ada';
const ada = { slug: 'ada', name: 'Ada', email: 'ada@press.example', password };
await createWriter(context, { ...ada, admin: false, identityVerified: false });
const key = { writer: 'ada', name: 'conformance', scope: 'pieces:write', expiresAt: null } as const;
const { key: token } = await createKey(context, key);

/** The suite sends no token, so this proxy adds one and passes everything else on unchanged. */
const withToken = createServer((asked, answer) => {
  const headers = { ...asked.headers, authorization: `Bearer ${token}` };
  const onward = forward(`${base}${asked.url}`, { method: asked.method, headers }, (told) => {
    answer.writeHead(told.statusCode ?? 0, told.headers);
    told.pipe(answer);
  });
  asked.pipe(onward);
});
const port = await freePort();
withToken.listen(port, '127.0.0.1');
after(() => withToken.close());
const OWN = `http://127.0.0.1:${port}/mcp`;

const expected = (era: string) => join(import.meta.dirname, `expected-failures.${era}.yml`);
const PUBLIC = `${base}/api/mcp`;
const PACKAGES = join(import.meta.dirname, '../../node_modules');
const RELEASED = join(PACKAGES, '@modelcontextprotocol/conformance/dist/index.js');
const NEXT = join(PACKAGES, 'conformance-next/dist/index.js');

/** The suite ends with another code where something fails that is not named, or no longer fails. */
async function run(
  url: string,
  suite: string,
  ...given: string[]
): Promise<{ code: number; said: string }> {
  const output = await mkdtemp(join(tmpdir(), 'standfirst-conformance-'));
  after(() => rm(output, { recursive: true, force: true }));
  const all = [suite, 'server', '--url', url, '-o', output, ...given];
  return new Promise((resolve) => {
    execFile(process.execPath, all, { cwd: output }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), said: stdout + stderr }),
    );
  });
}

const passed = (said: string, scenario: string) =>
  new RegExp(`^✓ ${scenario}: [1-9]\\d* passed, 0 failed`, 'm').test(said);

interface Run {
  what: string;
  url?: string;
  suite: string;
  given: string[];
  era?: string;
  passing: string[];
}

const RUNS: Run[] = [
  {
    what: 'the released suite',
    suite: RELEASED,
    given: ['--suite', 'all'],
    passing: ['ping', 'tools-list', 'dns-rebinding-protection'],
  },
  {
    what: 'the next suite, for 2025-06-18',
    suite: NEXT,
    given: ['--suite', 'all', '--spec-version', '2025-06-18'],
    passing: ['ping', 'tools-list'],
  },
  {
    what: 'the next suite, for 2025-11-25',
    suite: NEXT,
    given: ['--suite', 'all', '--spec-version', '2025-11-25'],
    passing: ['ping', 'tools-list', 'dns-rebinding-protection'],
  },
  {
    what: 'the next suite, for 2026-07-28',
    suite: NEXT,
    given: ['--suite', 'all', '--spec-version', '2026-07-28'],
    era: 'stateless',
    passing: ['tools-list', 'caching', 'http-header-validation', 'dns-rebinding-protection'],
  },
  {
    what: "the released suite, for the writer's own tools",
    url: OWN,
    suite: RELEASED,
    given: ['--suite', 'all'],
    passing: ['ping', 'tools-list', 'dns-rebinding-protection'],
  },
  {
    what: "the next suite, for 2026-07-28, for the writer's own tools",
    url: OWN,
    suite: NEXT,
    given: ['--suite', 'all', '--spec-version', '2026-07-28'],
    era: 'stateless',
    passing: ['tools-list', 'caching', 'http-header-validation', 'dns-rebinding-protection'],
  },
];

describe('the official conformance suite', () => {
  for (const { what, url = PUBLIC, suite, given, era = 'handshake', passing } of RUNS) {
    test(what, async () => {
      const { code, said } = await run(url, suite, ...given, '--expected-failures', expected(era));
      assert.equal(code, 0, said);
      for (const scenario of passing) assert.ok(passed(said, scenario), `${scenario}\n${said}`);
    });
  }
});
