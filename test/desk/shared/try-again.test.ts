// When the service is temporarily unable to answer, pages offer a link to try again, or the form as it was filled in.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Problem } from '../../../src/errors.ts';
import { CSRF_FIELD } from '../../../src/http/pages/csrf.ts';
import { RATES } from '../../../src/schemas/requests/rates.ts';
import { problemPage } from '../../../src/surfaces/site/error-page.ts';
import { startDesk } from '../../support/desk/desk.ts';

const TRY_AGAIN = /<a class="button" href="">Try again<\/a>/;

/** A bucket that can't be reached. */
const NO_BUCKET = { MEDIA_URL: 's3://key:secret@127.0.0.1:1/bucket?region=x&tls=off' };

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

test('a page of the desk or of the site that can’t be shown just now', async () => {
  const desk = await startDesk('sqlite');
  const visitor = desk.browser({ remoteAddress: '203.0.113.7' });
  for (let left = RATES.read.max; left > 0; left -= 1) await visitor.open('/desk/sign-in');
  const refused = await visitor.open('/desk/sign-in?next=%2Fdesk%2Faccount');
  assert.equal(refused.statusCode, 429);
  assert.match(refused.body, TRY_AGAIN);
  const page = problemPage(desk.context);
  assert.match(page(new Problem('overloaded'), 'an-id').text, TRY_AGAIN);
  assert.match(page(new Problem('too_many_requests'), null).text, TRY_AGAIN);
  assert.doesNotMatch(page(new Problem('not_found'), null).text, TRY_AGAIN);
});

test('a form that can’t be taken just now is shown again, filled in', async () => {
  const desk = await startDesk('sqlite', NO_BUCKET);
  const browser = await desk.signedIn(await desk.writer('ada'));
  const token = await browser.csrfToken('/desk/edit/profile');
  const answer = await browser.upload('/desk/edit/profile/picture', [
    { name: CSRF_FIELD, body: token },
    { name: 'bio', body: 'Typed meanwhile.' },
    { name: 'picture', fileName: 'a.png', type: 'image/png', body: PIXEL },
  ]);
  assert.equal(answer.statusCode, 503, answer.body);
  assert.ok(Number(answer.headers['retry-after']) > 0);
  assert.match(answer.body, /<title>Error: /);
  assert.match(answer.body, /role="alert">Images cannot be stored/);
  assert.match(answer.body, /Typed meanwhile\./);
});
