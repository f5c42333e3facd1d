// Two processes with many schedules, killed at random moments: each piece is published exactly once, not early, and
// in the version that was pinned.

import assert from 'node:assert/strict';
import { randomInt, randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { createWriter } from '../../../src/operations/accounts/writers.ts';
import type { WriterActor } from '../../../src/operations/actor.ts';
import type { Context } from '../../../src/operations/operation.ts';
import { savePiece, workingContentFrom } from '../../../src/operations/pieces/saving/save-piece.ts';
import { movePiece } from '../../../src/operations/publishing/move-piece.ts';
import { piece } from '../../support/archive/records.ts';
import { assertSound } from '../../support/databases/consistency.ts';
import {
  DATABASES,
  type DatabaseKind,
  freshPlace,
  type Place,
} from '../../support/databases/databases.ts';
import { contextAt, importLines } from '../../support/databases/existing-database.ts';
import { DECLARED } from '../../support/desk/declared.ts';
import { HOUR } from '../../support/desk/desk.ts';
import { publishDue } from '../../support/due-jobs.ts';
import { serve } from '../../support/processes/served.ts';
import { noteFigure, rounds } from '../../support/soak.ts';

const SCHEDULES = rounds(10, 200);
const ROUNDS = rounds(1, 10);
const ADA = {
  slug: 'ada',
  email: 'ada@press.example',
  password: 'the password of ada',
  name: 'Ada',
};
/** Within this time they are all due, and the processes die. */
const SPAN_MS = 1_500;

interface Scheduled {
  id: string;
  dueAt: string;
}

/** Each in its first version, and edited since. */
async function scheduleSome(context: Context, count: number): Promise<Scheduled[]> {
  const author = await context.store.authors.bySlug('ada');
  assert.ok(author);
  const actor: WriterActor = {
    kind: 'writer',
    accountId: author.id,
    slug: 'ada',
    isAdmin: false,
    sessionId: 'a session',
  };
  const ids = Array.from({ length: count }, () => randomUUID());
  await importLines(
    context,
    ids.map((id) =>
      piece('ada', { id, status: 'draft', headline: `Pinned ${id}`, published_at: undefined }),
    ),
  );
  const scheduled: Scheduled[] = [];
  for (const id of ids) {
    // Once the processes are up, which takes a moment. On a busy machine so does each of these.
    const dueAt = new Date(Date.now() + 2 * SPAN_MS + randomInt(SPAN_MS)).toISOString();
    const later = { dueAt, zone: 'UTC' };
    await movePiece(context, actor, {
      pieceId: id,
      act: 'publish',
      version: 1,
      ...DECLARED,
      later,
    });
    const content = workingContentFrom({
      ...{ headline: `Edited ${id}`, sub: '', body_md: 'Edited.', category: 'life' },
      ...{ tags: [], frame: 'lesson', style: 'essay', locale: 'en', external_url: null },
    });
    await savePiece(context, actor, id, 1, content);
    scheduled.push({ id, dueAt });
  }
  return scheduled;
}

async function killedMeanwhile(place: Place, until: number): Promise<void> {
  const servers = await Promise.all([serve(place), serve(place)]);
  const left = Math.max(0, until - Date.now());
  await Promise.all(
    servers.map(async ({ end }) => {
      await pause(randomInt(left + 1));
      await end('SIGKILL');
    }),
  );
}

async function assertPublished({ store }: Context, { id, dueAt }: Scheduled): Promise<void> {
  const shown = await store.publications.byPieceId(id);
  assert.equal(shown?.headline, `Pinned ${id}`);
  assert.equal(shown.version, 1);
  assert.ok(shown.published_at >= dueAt, `${shown.published_at} is before ${dueAt}`);
  const published = (await store.pieces.moves(id)).filter(({ act }) => act === 'publish');
  assert.equal(published.length, 1);
  assert.equal((await store.schedules.ofPiece(id))?.state, 'published');
}

async function rehearse(kind: DatabaseKind): Promise<void> {
  const place = await freshPlace(kind);
  const context = { ...(await contextAt(place)), now: () => new Date() };
  await createWriter(context, { ...ADA, admin: false, identityVerified: false });
  const all: Scheduled[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    all.push(...(await scheduleSome(context, Math.ceil(SCHEDULES / ROUNDS))));
    await killedMeanwhile(place, Date.parse(all.at(-1)?.dueAt ?? '') + SPAN_MS);
    await assertSound(place);
  }
  // An hour later by the clock of two other processes, the killed process's leases have ended.
  const late = { ...context, now: () => new Date(Date.now() + HOUR) };
  const rest = (await Promise.all([publishDue(late), publishDue(late)])).flat();
  assert.ok(
    rest.every((each) => each === 'published'),
    JSON.stringify(rest),
  );
  for (const each of all) await assertPublished(context, each);
  noteFigure(`${kind}: scheduled pieces published once under kills`, all.length, 'at least', 200);
}

describe('killed schedulers', () => {
  for (const kind of DATABASES) {
    test(`publish each piece once, not early, as it was pinned, on ${kind}`, () => rehearse(kind));
  }
});
