// Limits where several workers serve: one count for all of them.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { RemoteBrowser } from '../support/processes/served.ts';
import { ADA, fetchAnew, startWorkers } from './several-workers.ts';

const WORKERS = 3;
const CLIENTS = 6;
const MAX = 600;
const TRIES = 10;
/** How much of the limit other workers may hold unused when one has to refuse. */
const HELD = 8 * (WORKERS - 1);

/** Trusted, so that each request says for itself where it comes from. */
const SETTINGS = { TRUST_PROXY: '1' };

describe('limits of several workers', () => {
  for (const [name, path] of [
    ['cached', '/api/public/authors/ada'],
    ['not cached', '/api/public/pieces/nothing'],
  ]) {
    test(`an address reads 600 times a minute, whoever answers: ${name}`, async () => {
      const { served } = await startWorkers('sqlite', WORKERS, SETTINGS);
      const from = name === 'cached' ? '203.0.113.7' : '203.0.113.8';
      let granted = 0;
      let refused = 0;
      const read = async () => {
        while (granted + refused < MAX + 60) {
          const { status } = await fetchAnew(`${served.origin}${path}`, {
            headers: { 'x-forwarded-for': from },
          });
          if (status === 429) refused += 1;
          else granted += 1;
        }
      };
      await Promise.all(Array.from({ length: CLIENTS }, read));
      assert.ok(granted <= MAX && granted >= MAX - HELD, String(granted));
      const other = await fetchAnew(`${served.origin}${path}`, {
        headers: { 'x-forwarded-for': '203.0.113.99' },
      });
      assert.notEqual(other.status, 429);
    });
  }

  test('who guesses at a password has ten tries, whoever is asked', async () => {
    const { served } = await startWorkers('sqlite', WORKERS, SETTINGS);
    const url = `${served.origin}/desk/sign-in`;
    const browser = new RemoteBrowser({ 'x-forwarded-for': '203.0.113.20', connection: 'close' });
    await browser.open(url);
    const statuses: number[] = [];
    for (let at = 0; at <= TRIES; at += 1) {
      statuses.push((await browser.post(url, { email: ADA.email, password: 'a guess' })).status);
    }
    assert.deepEqual(
      statuses.map((status) => status === 429),
      [...Array.from({ length: TRIES }, () => false), true],
    );
  });
});
