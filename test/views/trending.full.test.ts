// Trending against the slow and obvious way to work it out, on random readers.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { Context } from '../../src/operations/operation.ts';
import { trendingPieces } from '../../src/operations/views/trending.ts';
import { hourOf } from '../../src/schemas/trending.ts';
import { TRENDING_WINDOWS } from '../../src/schemas/vocabulary.ts';
import { author, piece } from '../support/archive/records.ts';
import { DATABASES } from '../support/databases/databases.ts';
import { NOW, startService } from '../support/service.ts';
import { rounds } from '../support/soak.ts';
import { type Asked, type KnownViews, trendingByHand } from './trending-by-hand.ts';

const PIECES = 8;
const HOUR_MS = 3_600_000;

/** From the hour to come back to beyond a month ago, with the edges of the windows well met. */
const hoursAgo = fc.oneof(
  fc.integer({ min: -1, max: 800 }),
  fc.constantFrom(0, 5, 6, 23, 24, 41, 42, 167, 168, 179, 180, 719, 720),
);

interface Log {
  piece: number;
  hoursAgo: number;
  views: number;
}

const logs = fc.uniqueArray(
  fc.record({
    piece: fc.nat(PIECES - 1),
    hoursAgo,
    views: fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 5000 })),
  }),
  { selector: ({ piece: at, hoursAgo: ago }) => `${at} ${ago}`, maxLength: 60 },
);

/** Newest first; the last is not published. */
const world = Array.from({ length: PIECES }, (_, at) => ({
  ...piece('ada', {
    published_at: new Date(NOW.getTime() - at * HOUR_MS).toISOString(),
    ...(at === PIECES - 1 && { published_at: undefined }),
  }),
  category: at % 2 === 0 ? 'building' : 'money',
  status: at === PIECES - 1 ? 'draft' : 'approved',
}));

/** The operation's result, in the reference's form. */
async function shown(context: Context, { window, category, limit }: Asked) {
  const given = { window, limit, ...(category && { category }) };
  const { items } = await trendingPieces.run(context, trendingPieces.check(given));
  assert.deepEqual(
    items.map(({ rank }) => rank),
    items.map((_, at) => at + 1),
  );
  return items.map(({ id, views }) => ({ id: id.slice(-36), views }));
}

/** Readers as they are stored, at a moment. */
const rowsOf = (logs: Log[], now: Date) =>
  logs.flatMap(({ piece: at, hoursAgo: ago, views }) => {
    const hour = hourOf(new Date(now.getTime() - ago * HOUR_MS));
    return (world[at] ? [world[at].id] : []).map((piece_id) => ({ piece_id, hour, views }));
  });

/** Views together with the fields of their pieces that the reference needs. */
const knownOf = (logs: Log[], now: Date): KnownViews[] =>
  rowsOf(logs, now).map((row) => {
    const at = world.findIndex(({ id }) => id === row.piece_id);
    const category = String(world[at]?.category);
    return { ...row, category, newness: -at, isPublic: world[at]?.status === 'approved' };
  });

async function assertAgreed(context: Context, logs: Log[]): Promise<void> {
  const now = context.now();
  for (const window of TRENDING_WINDOWS) {
    for (const category of ['building', null] as const) {
      const asked = { window, category, now, limit: 5 };
      const expected = trendingByHand(knownOf(logs, now), asked);
      assert.deepEqual(await shown(context, asked), expected);
    }
  }
}

for (const kind of DATABASES) {
  describe(`trending on ${kind}`, () => {
    test('is as worked out by hand: summed up when asked, kept, and added to', async () => {
      const { context: first, add } = await startService(kind);
      await add(author('ada'), ...world);
      const { store } = first;
      let era = 0;
      await fc.assert(
        fc.asyncProperty(logs, logs, async (before, after) => {
          // So much later that nothing from earlier rounds is in any window.
          era += 1;
          const now = new Date(NOW.getTime() + era * 100 * 24 * HOUR_MS + 17 * 60_000);
          const context = { ...first, now: () => now };
          await store.views.insertHours(rowsOf(before, now));
          await assertAgreed(context, before);
          await store.transaction((tx) => tx.viewScores.refresh(hourOf(now)));
          await assertAgreed(context, before);
          await store.transaction(async (tx) => {
            await tx.views.addHours(rowsOf(after, now));
            await tx.viewScores.add(rowsOf(after, now));
          });
          await assertAgreed(context, [...before, ...after]);
        }),
        { numRuns: rounds(12, 300) },
      );
    });
  });
}
