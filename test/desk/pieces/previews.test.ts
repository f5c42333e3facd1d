// A private preview can be read by anyone with its URL until it is withdrawn, and by nobody else.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { reinstateWriter, suspendWriter } from '../../../src/operations/accounts/writers.ts';
import { DATABASES_IN_FULL } from '../../support/databases/databases.ts';
import { withSql } from '../../support/databases/sql.ts';
import { leadsTo } from '../../support/desk/desk-browser.ts';
import { idOf, startEditing } from '../../support/desk/editing.ts';

const ADDRESS = /https:\/\/press\.example(\/preview\/[\w-]{43})"/;

for (const kind of DATABASES_IN_FULL) {
  describe(`private previews on ${kind}`, async () => {
    const { gate, writer, stranger, key, piece, save } = await startEditing(kind);
    const { app, context } = gate;
    const read = (path: string) => app.inject(path);
    const statusOf = async (path: string) => (await read(path)).statusCode;

    async function make(page: string): Promise<string> {
      const made = leadsTo(await writer.submit(`${page}/preview`));
      assert.match(made, /\/preview\?done=(?:made|replaced)$/);
      const path = ADDRESS.exec((await writer.open(`${page}/preview`)).body)?.[1];
      assert.ok(path);
      return path;
    }

    test('show the working copy as it is, with its writer’s name', async () => {
      const page = await piece();
      assert.match((await writer.open(page)).body, new RegExp(`href="${page}/preview"`));
      assert.ok(!ADDRESS.test((await writer.open(`${page}/preview`)).body));
      const path = await make(page);
      const { statusCode, headers, body } = await read(path);
      assert.equal(statusCode, 200);
      assert.match(body, /<h1>Headline one<\/h1>/);
      assert.match(body, /<p>Body one\.<\/p>/);
      assert.match(body, /By ada/);
      assert.match(body, /private preview of a working copy by ada/);
      assert.match(body, /<meta name="robots" content="noindex/);
      assert.equal(headers['cache-control'], 'no-store');
      assert.equal(headers['x-robots-tag'], 'noindex');
      assert.equal(headers['referrer-policy'], 'no-referrer');
      assert.equal(headers['x-content-type-options'], 'nosniff');
      assert.equal(headers['set-cookie'], undefined);
      assert.equal(headers['access-control-allow-origin'], undefined);
      const policy = String(headers['content-security-policy']);
      for (const rule of [
        "default-src 'none'",
        "script-src 'none'",
        "connect-src 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
      ]) {
        assert.ok(policy.includes(rule), policy);
      }
      assert.ok(!body.includes('<script') && !body.includes('<form'));
      await save(page, 1, { body_md: 'Changed <script>alert(1)</script>.' });
      const later = await read(path);
      assert.match(later.body, /Changed/);
      assert.ok(!later.body.includes('<script'));
    });

    test('end when withdrawn, and when another is made', async () => {
      const page = await piece();
      const first = await make(page);
      const second = await make(page);
      assert.notEqual(first, second);
      assert.equal(await statusOf(first), 404);
      assert.equal(await statusOf(second), 200);
      const shown = (await writer.open(`${page}/preview`)).body;
      assert.ok(shown.includes(second));
      const ended = await writer.submit(`${page}/preview/withdraw`);
      assert.equal(leadsTo(ended), `${page}/preview?done=withdrawn`);
      assert.equal(await statusOf(second), 404);
      const after = (await writer.open(leadsTo(ended))).body;
      assert.match(after, /role="status">The private link has been revoked/);
      assert.match(after, /Create a private link/);
      leadsTo(await writer.submit(`${page}/preview/withdraw`));
    });

    test('that are not there answer alike, and say nothing', async () => {
      const page = await piece();
      const path = await make(page);
      const token = path.slice('/preview/'.length);
      const guesses = [
        ...[token.slice(1), `${token}a`, token.toUpperCase(), `${token.slice(0, -1)}!`],
        ...[idOf(page), 'null', '%00', '%F0%9F%8E%A9', 'a'.repeat(1500), '..%2Fdesk'],
      ];
      for (const guess of guesses) {
        const { statusCode, headers, body } = await read(`/preview/${guess}`);
        assert.equal(statusCode, 404, guess);
        assert.equal(headers['cache-control'], 'no-store');
        assert.ok(!body.includes('Headline'), guess);
      }
      assert.equal((await app.inject({ method: 'POST', url: path })).statusCode, 405);
    });

    test('of somebody suspended are not there, until they come back', async () => {
      const page = await piece();
      const path = await make(page);
      await suspendWriter(context, 'ada');
      assert.equal(await statusOf(path), 404);
      await reinstateWriter(context, 'ada');
      assert.equal(await statusOf(path), 200);
      leadsTo(await writer.submit('/desk/sign-in', SIGN_IN, '/desk/sign-in'));
    });

    test('of a deleted piece are not there', async () => {
      const page = await piece();
      const path = await make(page);
      leadsTo(await writer.submit(`${page}/delete`));
      assert.equal(await statusOf(path), 404);
      assert.match(leadsTo(await writer.open(`${page}/preview`)), /^\/desk\/trash\//);
    });

    test('are made and ended by the piece’s writer alone', async () => {
      const page = await piece();
      const path = await make(page);
      const form_token = await stranger.csrfToken('/desk');
      for (const url of [`${page}/preview`, `${page}/preview/withdraw`]) {
        assert.equal((await stranger.open(url)).statusCode, 404);
        assert.equal((await stranger.post(url, { form_token })).statusCode, 404);
        assert.equal((await writer.post(url, {})).statusCode, 403);
        const headers = { authorization: `Bearer ${key}` };
        assert.match(leadsTo(await app.inject({ method: 'POST', url, headers })), /sign-in/);
      }
      assert.equal(await statusOf(path), 200);
    });

    test('make nothing public, and are told to nobody', async () => {
      const page = await piece('secret');
      const path = await make(page);
      const token = path.slice('/preview/'.length);
      const id = idOf(page);
      assert.equal(await statusOf(`/api/public/pieces/${id}`), 404);
      for (const url of [
        '/api/public/pieces/recent?limit=100',
        '/api/public/pieces/search?q=secret',
        '/api/public/authors/ada',
        '/api/openapi.json',
      ]) {
        const { body } = await read(url);
        assert.ok(!body.includes(token) && !body.includes(id), url);
      }
    });

    test('are not kept in the clear', async () => {
      const page = await piece();
      const token = (await make(page)).slice('/preview/'.length);
      await withSql(gate.place, async (query) => {
        const rows = await query('SELECT * FROM piece_previews');
        assert.ok(rows.length > 0);
        assert.ok(!JSON.stringify(rows).includes(token));
      });
    });
  });
}

const SIGN_IN = { email: 'ada@press.example', password: 'the password of ada' };
