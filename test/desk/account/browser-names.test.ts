// Browsers by their names: what is listed where one is signed in, from what browsers really send.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { browserName } from '../../../src/surfaces/desk/account/browser-names.ts';

const CHROME = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0';
const APPLE = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';

const CASES: [userAgent: string, name: string][] = [
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
  ['Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0', 'Firefox on Android'],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Safari/537.36`, 'Chrome on Windows'],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Safari/537.36 Edg/142.0`,
    'Edge on Windows',
  ],
  [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${CHROME} Safari/537.36`, 'Chrome on ChromeOS'],
  [`Mozilla/5.0 (X11; Linux x86_64) ${CHROME} Safari/537.36 OPR/117.0`, 'Opera on Linux'],
  [`Mozilla/5.0 (Linux; Android 14) ${CHROME} Mobile Safari/537.36`, 'Chrome on Android'],
  [
    'Mozilla/5.0 (Linux; Android 14; SM-S911B) AppleWebKit/537.36 (KHTML, like Gecko) ' +
      'SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36',
    'Samsung Internet on Android',
  ],
  [
    `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${APPLE} Version/26.0 Safari/605.1.15`,
    'Safari on Mac',
  ],
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) ${APPLE} Version/18.5 Mobile/15E148 Safari/604.1`,
    'Safari on iPhone',
  ],
  [
    `Mozilla/5.0 (iPad; CPU OS 18_5 like Mac OS X) ${APPLE} CriOS/142.0 Mobile/15E148 Safari/604.1`,
    'Chrome on iPad',
  ],
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) ${APPLE} FxiOS/140.0 Mobile/15E148 Safari/605.1.15`,
    'Firefox on iPhone',
  ],
  ['curl/8.14.1', 'curl'],
  ['', 'Unknown browser'],
  ['Mozilla/5.0', 'Unknown browser'],
  ['<script>alert(1)</script>', 'Unknown browser'],
  ['Mozilla/5.0 (Windows NT 6.1; Trident/7.0; rv:11.0) like Gecko', 'Unknown browser on Windows'],
];

for (const [userAgent, name] of CASES) {
  test(`${name}: ${userAgent.slice(0, 80)}`, () => assert.equal(browserName(userAgent), name));
}
