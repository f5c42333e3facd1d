// The security headers of every answer, and the pages that must not be cached.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, test } from 'node:test';
import type { InjectOptions } from 'fastify';
import { author, piece } from '../support/archive/records.ts';
import { startBreakable } from '../support/databases/breakable.ts';
import { sqlAt } from '../support/databases/sql.ts';
import { exchange, listen, request } from '../support/raw-http.ts';
import { type Service, startService } from '../support/service.ts';

const ID = 'a0b1c2d3-e4f5-4a6b-8c7d-000000000001';
const SETTINGS = { SIGNUPS: 'open', METRICS: 'on', SMTP_URL: 'smtp://127.0.0.1:9' };

type Headers = { [name: string]: unknown };

function assertSafe(headers: Headers, isHttps = true): void {
  assert.equal(headers['x-content-type-options'], 'nosniff');
  assert.match(String(headers['cross-origin-opener-policy']), /^same-origin/);
  assert.match(String(headers['permissions-policy']), /camera=\(\), .*microphone=\(\)/);
  const expected = isHttps ? 'max-age=31536000' : undefined;
  assert.equal(headers['strict-transport-security'], expected);
}

async function startedWith(settings: { [name: string]: string } = {}): Promise<Service> {
  const service = await startService('sqlite', { ...SETTINGS, ...settings });
  await service.add(author('ada'), piece('ada', { id: ID, slug: 'bridges' }));
  return service;
}

const HTML = { accept: 'text/html' };

const ANSWERS: [status: number, request: InjectOptions][] = [
  ...[
    ...['/', '/author/ada', '/search?q=a', '/shop', '/developers', '/sitemap.xml', '/robots.txt'],
    ...['/llms.txt', '/feed.json', '/feed.xml', '/api/openapi.json', '/oembed?url=https://x.y/'],
    ...['/api/public/pieces/recent', `/api/public/pieces/${ID}`, '/api/mcp', '/healthz', '/readyz'],
    ...['/metrics', '/embed.js', '/embed/ada/data.json', '/embed/ada/badge.svg', '/desk/sign-in'],
    ...['/desk/sign-up', '/desk/forgot', '/desk/reset?token=x', '/desk/confirm?token=x'],
    ...['/desk/set-up?token=x', '/desk/join?token=x'],
  ].map((url): [number, InjectOptions] => [url.startsWith('/oembed') ? 404 : 200, { url }]),
  [301, { url: `/pieces/${ID}` }],
  [303, { url: '/desk' }],
  [401, { url: '/desk/edit/token' }],
  [401, { url: '/api/v1/pieces/me' }],
  [400, { url: '/api/public/pieces/recent?limit=0' }],
  [400, { url: '/%zz' }],
  [400, { url: '/api/public/%zz' }],
  [404, { url: '/nothing', headers: HTML }],
  [404, { url: '/api/public/pieces/nothing' }],
  [404, { url: '/assets/nothing.css' }],
  [404, { url: '/media/nothing.webp' }],
  [404, { url: '/preview/nothing' }],
  [404, { url: '/desk/nothing' }],
  [404, { url: `/${'a'.repeat(2100)}` }],
  [405, { url: '/', method: 'DELETE' }],
  [405, { url: '/media/nothing.webp', method: 'POST' }],
  [204, { url: '/api/public/pieces/recent', method: 'OPTIONS' }],
  [204, { url: `/read/${ID}`, method: 'POST' }],
  [200, { url: '/', method: 'HEAD' }],
  [403, { url: '/desk/sign-in', method: 'POST' }],
  [415, { url: '/api/mcp', method: 'POST', payload: 'x', headers: { 'content-type': 'text/x' } }],
];

const PRIVATE = [
  ...['/desk', '/desk/sign-in', '/desk/sign-up', '/desk/forgot', '/desk/reset?token=x'],
  ...['/desk/confirm?token=x', '/desk/set-up', '/desk/nothing', '/desk/edit/token'],
  ...[
    '/desk/account',
    '/desk/join?token=x',
    '/desk/invite',
    '/preview/nothing',
    '/desk/edit/pieces/new/save',
  ],
];

describe('security headers', async () => {
  const service = await startedWith();
  for (const [status, given] of ANSWERS) {
    const { method = 'GET', url } = given;
    test(`${method} ${String(url).slice(0, 60)} (${status}) has them all`, async () => {
      const { statusCode, headers, body } = await service.app.inject(given);
      assert.equal(statusCode, status, body);
      assertSafe(headers);
    });
  }

  for (const url of PRIVATE) {
    for (const method of ['GET', 'POST', 'DELETE'] as const) {
      test(`${method} ${url} is stored nowhere`, async () => {
        const { headers } = await service.app.inject({ url, method });
        assert.equal(headers['cache-control'], 'no-store');
      });
    }
  }

  test('what is private is apart from other windows; what is public may open them', async () => {
    const policyOf = async (url: string) =>
      (await service.app.inject(url)).headers['cross-origin-opener-policy'];
    assert.equal(await policyOf('/desk/sign-in'), 'same-origin');
    assert.equal(await policyOf('/preview/nothing'), 'same-origin');
    assert.equal(await policyOf('/'), 'same-origin-allow-popups');
  });

  test('what other sites embed stays open to them', async () => {
    for (const url of ['/embed.js', '/embed/ada/data.json', '/embed/ada/badge.svg']) {
      const { headers } = await service.app.inject(url);
      assert.equal(headers['cross-origin-resource-policy'], 'cross-origin', url);
      assert.equal(headers['x-frame-options'], undefined, url);
    }
  });

  test('an asset has them, and so does a page as 304', async () => {
    const page = await service.app.inject('/');
    const styles = /href="(\/assets\/site\.css[^"]*)"/.exec(page.body)?.[1] ?? '';
    const answer = await service.app.inject(styles);
    assert.equal(answer.statusCode, 200);
    assertSafe(answer.headers);
    const etag = String(page.headers.etag);
    const again = await service.app.inject({ url: '/', headers: { 'if-none-match': etag } });
    assert.equal(again.statusCode, 304);
    assertSafe(again.headers);
  });

  test('without https there is no HSTS, and the rest is the same', async () => {
    const { app } = await startedWith({ BASE_URL: 'http://press.example' });
    for (const url of ['/', '/nothing', '/desk/sign-in', '/%zz']) {
      assertSafe((await app.inject(url)).headers, false);
    }
  });
});

describe('security headers on a socket', async () => {
  const service = await startedWith();
  const port = await listen(service.app);

  test('cached answers have them, also as 304', async () => {
    for (let at = 0; at < 3; at++) {
      const answer = await exchange(port, request('GET', '/author/ada'));
      assert.equal(answer.status, 200);
      assertSafe(answer.headers);
      const etag = `If-None-Match: ${answer.headers['etag']}`;
      const unchanged = await exchange(port, request('GET', '/author/ada', etag));
      assert.equal(unchanged.status, 304);
      assertSafe(unchanged.headers);
    }
  });

  test('what is no HTTP, and headers that are too large, are answered with them', async () => {
    const garbage = await exchange(port, 'hello\r\n\r\n');
    assert.equal(garbage.status, 400);
    assertSafe(garbage.headers);
    const large = await exchange(port, request('GET', '/', `X-Large: ${'a'.repeat(20_000)}`));
    assert.equal(large.status, 431);
    assertSafe(large.headers);
  });

  test('so is what comes while the service stops', async () => {
    const own = await startedWith();
    const ownPort = await listen(own.app);
    const socket = connect(ownPort, '127.0.0.1').setEncoding('utf8');
    let text = '';
    socket.on('data', (chunk) => {
      text += String(chunk);
    });
    await once(socket, 'connect');
    const head = request('GET', '/');
    socket.write(head.slice(0, -2));
    // The beginning has to be there before the service stops.
    await exchange(ownPort, request('GET', '/'));
    const closing = own.app.close();
    while (own.app.server.listening) await new Promise((resolve) => setImmediate(resolve));
    socket.write(head.slice(-2));
    await once(socket, 'close');
    await closing;
    assert.match(text, /^HTTP\/1\.1 200 /);
    assert.match(text, /\r\nconnection: close\r\n/i);
    assert.match(text, /\r\nx-content-type-options: nosniff\r\n/i);
    assert.match(text, /\r\nstrict-transport-security: max-age=31536000\r\n/i);
  });
});

describe('security headers of faults', async () => {
  const { app, place } = await startBreakable('sqlite', [author('ada')]);

  test('a page, an API response, a page of the desk and a preview have them', async () => {
    for (const table of ['author_slugs', 'piece_previews', 'sessions']) {
      await sqlAt(place, `ALTER TABLE ${table} RENAME TO gone_${table}`);
    }
    const urls = ['/author/ada', '/api/public/authors/ada', '/preview/x', '/desk'];
    for (const url of urls) {
      const cookies = { '__Host-standfirst_session': 'x' };
      const { statusCode, headers } = await app.inject({ url, cookies });
      assert.equal(statusCode, 500, url);
      assertSafe(headers);
    }
  });
});
