// The hint at the webhook's URL says what this service accepts: each of its sentences is tried.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { CSRF_FIELD } from '../../../src/http/pages/csrf.ts';
import { startDesk } from '../../support/desk/desk.ts';

const PRESENCE = '/desk/edit/online-presence';

/** Each is said to work, or not; whether it does is asked of the service itself. */
const SENTENCES: { says: RegExp; url: string }[] = [
  { says: /\bhttp works too\b/, url: 'http://8.8.8.8/hook' },
  { says: /\bthis machine\b/, url: 'https://127.0.0.1/hook' },
  { says: /\bnetworks that the operator allows\b/, url: 'https://10.1.2.3/hook' },
];

const SERVICES = [
  { BASE_URL: 'https://press.example', works: [] },
  { BASE_URL: 'http://press.example', works: [] },
  { BASE_URL: 'http://localhost:3000', works: ['http://8.8.8.8/hook'] },
  {
    BASE_URL: 'http://127.0.0.1:3000',
    WEBHOOK_ALLOW: '127.0.0.0/8, ::1',
    works: ['http://8.8.8.8/hook', 'https://127.0.0.1/hook'],
  },
  {
    BASE_URL: 'https://press.example',
    WEBHOOK_ALLOW: '10.0.0.0/8',
    works: ['https://10.1.2.3/hook'],
  },
];

describe('the hint at the URL of a webhook', () => {
  for (const { works, ...settings } of SERVICES) {
    test(`says what works with ${Object.values(settings).join(' and ')}`, async () => {
      const desk = await startDesk('sqlite', settings);
      const { host, origin } = new URL(settings.BASE_URL);
      const ada = await desk.writer('ada');
      const browser = desk.browser({ headers: { host } });
      const send = async (path: string, page: string, fields: { [name: string]: string }) => {
        const token = { [CSRF_FIELD]: await browser.csrfToken(page) };
        return browser.post(path, { ...token, ...fields }, { origin });
      };
      const { email, password } = ada;
      await send('/desk/sign-in', '/desk/sign-in', { email, password });
      const { body } = await browser.open(PRESENCE);
      const hint = /id="webhook-url-hint">(.*?)<\/p>/s.exec(body)?.[1] ?? assert.fail(body);
      assert.match(hint, /Must start with https/);
      for (const { says, url } of SENTENCES) {
        const { statusCode } = await send(`${PRESENCE}/webhook`, PRESENCE, { url });
        const isTaken = statusCode < 400;
        assert.equal(isTaken, works.includes(url), url);
        assert.equal(says.test(hint), isTaken, `${url}: ${hint}`);
      }
    });
  }
});
