// Processes whose clocks differ publish in turn: lists stand in the order of dates, and rebuild mends old ones.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { rebuild } from '../../src/operations/publishing/rebuild.ts';
import { assertSound } from '../support/databases/consistency.ts';
import { DATABASES } from '../support/databases/databases.ts';
import { sqlAt, withSql } from '../support/databases/sql.ts';
import { Clock, DAY, MINUTE } from '../support/desk/desk.ts';
import { DeskBrowser } from '../support/desk/desk-browser.ts';
import {
  addKey,
  addWriter,
  browserOf,
  DRAFT,
  type Gate,
  gateAt,
  post,
  startGate,
} from '../support/gate.ts';
import { assertInOrder } from './publication-order.ts';

const BEHIND_MS = 5_000;

for (const kind of DATABASES) {
  describe(`publication times on ${kind}`, async () => {
    const gate = await startGate(kind);
    const late = new Clock();
    late.advance(-BEHIND_MS);
    const other = await gateAt(gate.place, {}, late);
    const here = await browserOf(gate, await addWriter(gate, 'ada'));
    const there = new DeskBrowser(other.app);
    for (const [name, value] of here.cookies) there.cookies.set(name, value);
    const token = await here.csrfToken('/desk');
    const { key } = await addKey(gate, 'ada');
    const read = async (path: string) => (await gate.app.inject(path)).body;
    let pieces = 0;

    async function publishAt(browser: DeskBrowser): Promise<string> {
      const id = String(JSON.parse((await post(gate, key, DRAFT)).body).id);
      const page = `/desk/edit/pieces/${id}/publish`;
      const { statusCode } = await browser.post(page, { version: '1', form_token: token });
      assert.equal(statusCode, 303);
      pieces += 1;
      return id;
    }
    const timeOf = async ({ context }: Gate, id: string) =>
      (await context.store.pieces.byId(id))?.published_at;

    test('follow the newest publication, whichever process is asked', async () => {
      const first = await publishAt(here);
      const second = await publishAt(there);
      assert.equal(await timeOf(gate, second), await timeOf(gate, first));
      const times = await Promise.all(
        [here, there, here, there, there, here].map((browser) => publishAt(browser)),
      );
      assert.equal(times.length, 6);
      await assertInOrder(gate.place, read, pieces);
    });

    test('don’t follow one in the future', async () => {
      const id = await publishAt(here);
      const ahead = new Date(gate.clock.now().getTime() + DAY).toISOString();
      for (const [table, column] of [
        ['pieces', 'id'],
        ['publications', 'piece_id'],
      ]) {
        await sqlAt(
          gate.place,
          `UPDATE ${table} SET published_at = '${ahead}', modified_at = '${ahead}' WHERE ${column} = '${id}'`,
        );
      }
      gate.clock.advance(MINUTE);
      const next = await publishAt(here);
      assert.equal(await timeOf(gate, next), gate.clock.now().toISOString());
      gate.clock.advance(MINUTE);
      await rebuild(gate.context);
      assert.equal(await timeOf(gate, id), gate.clock.now().toISOString());
      await assertInOrder(gate.place, read, pieces);
      await assertSound(gate.place);
    });

    test('that contradict positions are put in order by rebuild', async () => {
      const from = Date.parse('2026-01-01T00:00:00.000Z');
      await withSql(gate.place, async (query) => {
        for (let place = 1; place <= pieces; place += 1) {
          const time = new Date(from + ((place * 3) % 7) * DAY).toISOString();
          for (const table of ['pieces', 'publications']) {
            await query(`UPDATE ${table} SET published_at = '${time}' WHERE position = ${place}`);
          }
        }
      });
      await assert.rejects(assertInOrder(gate.place, read, pieces));
      await rebuild(gate.context);
      await assertInOrder(gate.place, read, pieces);
      await assertSound(gate.place);
      const faults = await gate.context.store.integrity.faults();
      assert.deepEqual(
        faults.map(({ what }) => what),
        [],
      );
    });
  });
}
