// Two processes on one database: what is saved at one is shown by the other, which had the old pages cached.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { createWriter } from '../../src/operations/accounts/writers.ts';
import { DATABASES, freshPlace } from '../support/databases/databases.ts';
import { contextAt } from '../support/databases/existing-database.ts';
import { RemoteBrowser, serve } from '../support/processes/served.ts';

const BASE_URL = 'http://localhost:1';
const CHIEF = { email: 'chief@press.example', password: 'the password of chief' };
const PATHS = ['/', '/feed.xml', '/llms.txt', '/desk/sign-in', '/nothing-is-here'];

for (const kind of DATABASES) {
  test(`a new name reaches the other process, on ${kind}`, { timeout: 60_000 }, async () => {
    const place = await freshPlace(kind);
    const context = await contextAt(place);
    const person = { slug: 'chief', name: 'Chief', ...CHIEF };
    await createWriter(context, { ...person, admin: true, identityVerified: false });
    await context.store.close();
    const settings = { BASE_URL, LOG_LEVEL: 'info' };
    const [here, there] = await Promise.all([serve(place, settings), serve(place, settings)]);
    const textAt = async (path: string) => (await fetch(there.origin + path)).text();
    for (const path of [...PATHS, ...PATHS]) assert.match(await textAt(path), /Standfirst/);

    const admin = new RemoteBrowser();
    await admin.signIn(here.origin, CHIEF.email, CHIEF.password);
    await admin.open(`${here.origin}/desk/site`);
    const { status } = await admin.post(`${here.origin}/desk/site`, { name: 'Two Rivers' });
    assert.equal(status, 303);
    // The other process hears of the change within a fraction of a second, and shows nothing old from then on.
    while (!(await textAt('/llms.txt')).includes('Two Rivers')) await setTimeout(10);
    for (const path of PATHS) {
      const text = await textAt(path);
      assert.ok(text.includes('Two Rivers') && !/<title>[^<]*Standfirst/.test(text), path);
    }
  });
}
