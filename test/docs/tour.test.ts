// The tour of the README: its commands work on the demo's content, and are answered as it shows.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import type { InjectOptions } from 'fastify';
import { demoContent } from '../../src/commands/demo/content.ts';
import { createKey } from '../../src/operations/api-keys/api-keys.ts';
import { importArchive } from '../../src/operations/archive/import.ts';
import { NOW, startService } from '../support/service.ts';

const README = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
const BASE = 'http://localhost:3000';

/** A block of commands, and the block of what is answered where one follows. */
const STEPS = [...README.matchAll(/^```sh\n(.*?)^```\n(?:\n```\n(.*?)^```\n)?/gms)]
  .map(([, commands = '', shown = '']) => ({ requests: requestsIn(commands), shown }))
  .filter(({ requests }) => requests.length > 0);

/** The few forms of curl that the README uses, as requests. */
function requestsIn(commands: string): (InjectOptions & { url: string })[] {
  const lines = commands.replaceAll('\\\n', ' ').split('\n');
  return lines
    .filter((line) => line.startsWith('curl -s '))
    .map((line) => {
      const [, path = ''] = /http:\/\/localhost:3000(\S*?)(?='|\s|$)/.exec(line) ?? [];
      const payload = /-d '(.*)'/.exec(line)?.[1];
      const headers = [...line.matchAll(/-H ['"]([\w-]+): ([^'"]+)['"]/g)];
      return {
        url: path,
        headers: Object.fromEntries(headers.map(([, name, value]) => [name, value])),
        ...(payload === undefined ? {} : { method: 'POST', payload }),
      };
    });
}

/** The parts between the ellipses of a documented answer must be in the real one, in the same order. */
function assertShown(body: string, shown: string): void {
  let from = 0;
  for (const part of shown.split(/…|\n/).map((each) => each.trim())) {
    const at = body.indexOf(part, from);
    assert.ok(at >= 0, `“${part}” is not in ${body.slice(from, from + 2_000)}`);
    from = at + part.length;
  }
}

const { app, context } = await startService('sqlite', { BASE_URL: BASE });
await importArchive(context, (await demoContent(NOW)).lines);
const { key } = await createKey(context, {
  writer: 'iris-calloway',
  name: 'tour',
  scope: 'pieces:write',
  expiresAt: null,
});

describe('the tour of the README', () => {
  test('has its steps', () => assert.ok(STEPS.length >= 6, String(STEPS.length)));

  for (const { requests, shown } of STEPS) {
    for (const { url, headers, ...request } of requests) {
      test(`${url} is answered as shown`, async () => {
        const authorization = headers?.['Authorization'] ? { Authorization: `Bearer ${key}` } : {};
        const all = { ...headers, ...authorization };
        const { statusCode, body } = await app.inject({ url, ...request, headers: all });
        const isRefusal = shown.startsWith('{"ok":false');
        assert.equal(statusCode >= 400, isRefusal, `${statusCode}: ${body}`);
        assertShown(body, shown);
      });
    }
  }
});
