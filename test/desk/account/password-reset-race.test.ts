// Two who come with reset links at exactly the same moment, on the database that lets them.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { resetPassword } from '../../../src/operations/accounts/password-reset.ts';
import { createWriter } from '../../../src/operations/accounts/writers.ts';
import { hashOf } from '../../../src/operations/secrets.ts';
import { freshPlace, type Place } from '../../support/databases/databases.ts';
import { contextAt } from '../../support/databases/existing-database.ts';
import { withSql } from '../../support/databases/sql.ts';

const TOKENS = ['a-token-that-an-email-brought', 'a-token-that-another-brought'];

const CASES = [
  { name: 'with one link', tokens: [TOKENS[0] ?? '', TOKENS[0] ?? ''] },
  { name: 'with two links', tokens: TOKENS },
];

const WAITING = `SELECT count(*) AS waiting FROM pg_stat_activity
  WHERE datname = current_database() AND wait_event_type = 'Lock'`;

/** Waits until this many connections wait for a lock. */
const untilWaiting = (place: Place, count: number) =>
  withSql(place, async (query) => {
    let waiting = 0;
    while (waiting < count) waiting = Number((await query(WAITING))[0]?.['waiting']);
  });

for (const { name, tokens } of CASES) {
  test(`of two ${name}, one sets the password`, async () => {
    const place = await freshPlace('postgres');
    const context = await contextAt(place);
    const { store, now } = context;
    const { id } = await createWriter(context, {
      ...{ slug: 'ada', name: 'Ada', email: 'ada@press.example', password: 'the first password' },
      ...{ admin: false, identityVerified: false },
    });
    for (const token of new Set(tokens)) {
      await store.tokens.insert({
        hash: hashOf(token),
        purpose: 'password_reset',
        account_id: id,
        created_at: now().toISOString(),
        expires_at: new Date(now().getTime() + 1).toISOString(),
        used_at: null,
        made_by: null,
      });
    }

    // Holds the account, so that neither can finish before the other has begun.
    const [held, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const holding = store.transaction(async (tx) => {
      await tx.accounts.update(id, { email: 'ada@press.example' });
      held.resolve();
      await release.promise;
    });
    await held.promise;
    const resets = tokens.map((token, at) =>
      resetPassword(context, token, { password: `password number ${at}`, network: '' }, new Set()),
    );
    await untilWaiting(place, resets.length);
    release.resolve();
    await holding;

    const outcomes = await Promise.allSettled(resets);
    const reasons = outcomes.map((each) =>
      each.status === 'rejected' ? each.reason.code : 'done',
    );
    assert.deepEqual(reasons.toSorted(), ['done', 'link_refused']);
  });
}
