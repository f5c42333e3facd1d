// Two who come with one reset link at exactly the same moment, on the database that lets them.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { resetPassword } from '../../../src/operations/accounts/password-reset.ts';
import { createWriter } from '../../../src/operations/accounts/writers.ts';
import { hashOf } from '../../../src/operations/secrets.ts';
import { freshPlace, type Place } from '../../support/databases/databases.ts';
import { contextAt } from '../../support/databases/existing-database.ts';
import { withSql } from '../../support/databases/sql.ts';

const TOKEN = 'a-token-that-an-email-brought';

const WAITING = `SELECT count(*) AS waiting FROM pg_stat_activity
  WHERE datname = current_database() AND wait_event_type = 'Lock'`;

/** Until this many connections stand before a lock. */
const untilWaiting = (place: Place, count: number) =>
  withSql(place, async (query) => {
    let waiting = 0;
    while (waiting < count) waiting = Number((await query(WAITING))[0]?.['waiting']);
  });

test('of two, one sets the password', async () => {
  const place = await freshPlace('postgres');
  const context = await contextAt(place);
  const { store, now } = context;
  const { id } = await createWriter(context, {
    ...{ slug: 'ada', name: 'Ada', email: 'ada@press.example', password: 'the first password' },
    ...{ admin: false, identityVerified: false },
  });
  await store.tokens.insert({
    hash: hashOf(TOKEN),
    purpose: 'password_reset',
    account_id: id,
    created_at: now().toISOString(),
    expires_at: new Date(now().getTime() + 1).toISOString(),
    used_at: null,
  });

  // Holds the account, so that neither can finish before the other has begun.
  const [held, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const holding = store.transaction(async (tx) => {
    await tx.accounts.update(id, { email: 'ada@press.example' });
    held.resolve();
    await release.promise;
  });
  await held.promise;
  const resets = ['the second password', 'the third password'].map((password) =>
    resetPassword(context, TOKEN, { password, network: '' }, new Set()),
  );
  await untilWaiting(place, resets.length);
  release.resolve();
  await holding;

  const outcomes = await Promise.allSettled(resets);
  const reasons = outcomes.map((each) => (each.status === 'rejected' ? each.reason.code : 'done'));
  assert.deepEqual(reasons.toSorted(), ['done', 'link_refused']);
});
