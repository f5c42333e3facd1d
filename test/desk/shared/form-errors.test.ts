// Errors next to form fields are sentences for people. Programs get errors field by field.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createKeyForAccount } from '../../../src/operations/api-keys/api-keys.ts';
import { startDesk } from '../../support/desk/desk.ts';

const ADA = {
  ...{ name: 'Ada', slug: 'ada', email: 'ada@press.example', password: 'the password of ada' },
};

const errorAt = (body: string, field: string) =>
  new RegExp(`id="${field}-error">([^<]*)<`).exec(body)?.[1];

const SAID: [field: keyof typeof ADA, value: string, words: string][] = [
  ['name', '', 'Fill this in.'],
  ['name', ' ', 'Fill this in.'],
  ['name', 'a'.repeat(121), 'At most 120 characters; this has 121.'],
  ['slug', 'Not A Slug', 'Use lower-case letters, digits and hyphens, such as ada-lovelace.'],
  ['email', '', 'Fill this in.'],
  ['email', 'ada', 'Enter an email address, such as ada@example.com.'],
  ['email', `${'a'.repeat(254)}@b.example`, 'At most 254 characters; this has 264.'],
  ['password', '', 'Fill this in.'],
  ['password', 'tooshrt', 'At least 8 characters; this has 7.'],
  ['password', 'a'.repeat(1001), 'At most 1000 characters; this has 1001.'],
];

describe('errors of forms', async () => {
  const desk = await startDesk('sqlite', { SIGNUPS: 'open' });
  const bo = await desk.writer('bo');
  const browser = await desk.signedIn(bo);

  for (const [field, value, words] of SAID) {
    test(`${field} of ${value.length} characters: ${words}`, async () => {
      const fields = { ...ADA, [field]: value };
      const { body, statusCode } = await desk.browser().submit('/desk/sign-up', fields);
      assert.equal(statusCode, 400);
      assert.equal(errorAt(body, field), words);
    });
  }

  test('a profile’s URL and a piece’s tag', async () => {
    const profile = { name: 'Bo', slug: 'bo', website: 'bo.example' };
    const saved = await browser.submit('/desk/edit/profile', profile);
    const url = 'Enter a URL that starts with https:// or http://.';
    assert.equal(errorAt(saved.body, 'website'), url);
    const tag = 't'.repeat(33);
    const piece = { headline: 'A', body_md: 'b', category: 'other', tags: `fine, ${tag}` };
    const { body } = await browser.submit('/desk/edit/pieces/new', piece);
    assert.equal(errorAt(body, 'tags'), `“${tag}”: at most 32 characters; this has 33.`);
  });

  test('programs get what they got', async () => {
    const { store } = desk.context;
    const account = await store.accounts.byEmail(bo.email);
    const { key } = await createKeyForAccount(desk.context, account?.id ?? '', {
      name: 'a program',
      scope: 'pieces:write',
      expiresAt: null,
    });
    const answer = await desk.app.inject({
      method: 'POST',
      url: '/api/v1/pieces',
      headers: { authorization: `Bearer ${key}` },
      payload: { headline: '', body_md: 'b', tags: ['t'.repeat(33)] },
    });
    assert.equal(answer.statusCode, 400);
    const { errors } = answer.json();
    assert.deepEqual(errors, [
      { field: 'headline', reason: 'Expected text of 1 to 200 characters, got "".' },
      {
        field: 'tags[0]',
        reason: `Expected text of 1 to 32 characters, got ${JSON.stringify('t'.repeat(33))}.`,
      },
    ]);
    const call = { name: 'search_pieces', arguments: { q: '' } };
    const told = await desk.app.inject({
      method: 'POST',
      url: '/api/mcp',
      headers: { accept: 'application/json, text/event-stream' },
      payload: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: call },
    });
    const { result } = told.json();
    assert.equal(result.isError, true);
    assert.match(result.content[0].text, /query/);
    assert.doesNotMatch(result.content[0].text, /Fill this in/);
  });
});
