// Erased accounts in archives: what is left of them comes along, and an archive from before brings none of them back.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ImportRefused } from '../../src/operations/archive/refusals.ts';
import { examine } from '../../src/operations/doctor/doctor.ts';
import { eraseDue } from '../../src/operations/erasure/erase-due.ts';
import { faultsIn } from '../../src/operations/provenance/verify-record.ts';
import { anyRecord } from '../../src/operations/publishing/piece-record.ts';
import { rebuild } from '../../src/operations/publishing/rebuild.ts';
import { exportText } from '../support/archive/archives.ts';
import { DATABASES } from '../support/databases/databases.ts';
import { importLines } from '../support/databases/existing-database.ts';
import { DAY } from '../support/desk/desk.ts';
import { startGate } from '../support/gate.ts';
import { asked, erased, startWorld } from './world.ts';

const linesOf = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line): { [field: string]: unknown } => JSON.parse(line));

async function refusedFor(lines: object[], world: Awaited<ReturnType<typeof startWorld>>) {
  const refused = await importLines(world.gate.context, lines).catch((error) => error);
  assert.ok(refused instanceof ImportRefused, String(refused));
  return refused.errors.map(({ line, field, reason }) => `${line} ${field}: ${reason}`);
}

for (const [at, kind] of DATABASES.entries()) {
  test(`an export after erasures is whole, on ${kind} and then the other database`, async () => {
    const world = await startWorld(kind);
    const { context } = world.gate;
    const before = linesOf(await exportText(context));
    const choices = [{ pieces: 'keep', keep_as: 'A Friend' }, { pieces: 'erase' }];
    await erased(world, choices[at] ?? { pieces: 'erase' });
    const text = await exportText(context);
    const other = await startGate(kind === 'sqlite' ? 'postgres' : 'sqlite');
    // Import refuses publication times in the future.
    other.clock.advance(30 * DAY);
    await importLines(other.context, linesOf(text));
    assert.equal(await exportText(other.context), text);
    assert.deepEqual(faultsIn(await anyRecord(other.context, world.draft)), []);
    assert.deepEqual(faultsIn(await anyRecord(other.context, world.published)), []);
    assert.ok(await other.context.store.erasures.isSlugErased('zorah'));
    for (const place of [context, other.context]) {
      await eraseDue(place);
      await rebuild(place);
      assert.equal(await exportText(place), text);
      const found = await Array.fromAsync(examine({ ...place, now: world.gate.clock.now }));
      const wrong = found.filter(({ isWell, words }) => !isWell && !/permission|mode/.test(words));
      assert.deepEqual(wrong, []);
    }

    const errors = await refusedFor(before, world);
    const own = before.findIndex((line) => line['id'] === world.accountId) + 1;
    assert.ok(
      errors.includes(`${own} slug: Another author has or had the slug zorah-z.`),
      errors.join(),
    );
    const renamed = before.map((line) =>
      line['id'] === world.accountId ? { ...line, slug: 'newcomer', slugs: [] } : line,
    );
    const still = await refusedFor(renamed, world);
    assert.ok(
      still.includes(`${own} id: This account was erased here. Leave out all of its lines.`),
    );
  });
}

test('an erasure that is asked for comes along, and is carried out there', async () => {
  const world = await startWorld('sqlite');
  await asked(world, { pieces: 'keep', keep_as: 'A Friend' });
  const text = await exportText(world.gate.context);
  const other = await startGate('sqlite');
  other.clock.advance(DAY);
  await importLines(other.context, linesOf(text));
  const row = await other.context.store.erasures.of(world.accountId);
  assert.deepEqual([row?.keep_as, row?.begun_at], ['A Friend', null]);
  assert.equal(row?.due_at, (await world.gate.context.store.erasures.of(world.accountId))?.due_at);
});

test('a line with an impossible erasure is refused', async () => {
  const world = await startWorld('sqlite');
  const at = '2026-06-01T00:00:00.000Z';
  const erasure = { asked_by: 'writer', asked_at: at, due_at: at, pieces: 'keep' };
  const line = { type: 'author', slug: 'dora', name: 'Dora' };
  const odd = [
    { ...line, erasure },
    { ...line, erasure: { ...erasure, pieces: 'erase', finished_at: at } },
  ];
  assert.deepEqual(await refusedFor(odd, world), [
    '1 erasure.keep_as: Expected a name if pieces stay, and none if they are erased.',
    '2 erasure.begun_at: Expected a time, since the erasure has finished.',
  ]);
});
