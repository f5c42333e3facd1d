// Forms with very many fields: refused before they are taken apart, and counted when anonymous.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { CSRF_FIELD } from '../../../src/http/pages/csrf.ts';
import { FORM } from '../../../src/http/pages/form-bodies.ts';
import { RATES } from '../../../src/schemas/requests/rates.ts';
import { startDesk } from '../../support/desk/desk.ts';
import { DeskBrowser, OWN_FORM } from '../../support/desk/desk-browser.ts';

const fields = (count: number) => Array.from({ length: count }, (_, at) => `a${at}=b`).join('&');

describe('forms with many fields', async () => {
  const desk = await startDesk('sqlite');
  const ada = await desk.signedIn(await desk.writer('ada'));

  const send = (browser: DeskBrowser, url: string, payload: string) =>
    browser.send({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...OWN_FORM },
      payload,
    });

  test('of somebody who is not signed in', async () => {
    const visitor = new DeskBrowser(desk.app);
    const token = await visitor.csrfToken('/desk/sign-in');
    const few = `${CSRF_FIELD}=${encodeURIComponent(token)}&${fields(FORM.visitorFields - 1)}`;
    assert.equal((await send(visitor, '/desk/sign-in', few)).statusCode, 401);
    assert.equal((await send(visitor, '/desk/sign-in', `${few}&z=`)).statusCode, 413);
    const long = await send(visitor, '/desk/sign-in', `a=${'b'.repeat(FORM.visitorBytes)}`);
    assert.equal(long.statusCode, 413);
    assert.match(long.body, /The form has too many fields/);
  });

  test('of a writer', async () => {
    const many = await send(ada, '/desk/edit/pieces/new', fields(FORM.fields + 1));
    assert.equal(many.statusCode, 413);
    // One name that is sent very often is as many fields.
    const same = await send(ada, '/desk/edit/pieces/new', 'a=b&'.repeat(100_000));
    assert.equal(same.statusCode, 413);
  });

  test('each counts against the limit of its address', async () => {
    const visitor = new DeskBrowser(desk.app, { remoteAddress: '203.0.113.7' });
    const answer = await send(visitor, '/desk/sign-in', fields(1_000));
    assert.equal(answer.headers['ratelimit-limit'], String(RATES.read.max));
    assert.equal(answer.headers['ratelimit-remaining'], String(RATES.read.max - 1));
    for (let at = 1; at < RATES.read.max; at += 1) await send(visitor, '/desk/sign-in', '');
    const last = await send(visitor, '/desk/edit/pieces/new', '');
    assert.equal(last.statusCode, 429);
    assert.ok(Number(last.headers['retry-after']) > 0);
  });
});
