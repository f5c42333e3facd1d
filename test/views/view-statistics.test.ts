// Writers' statistics at the desk: readers of their own pieces by day, and of no other pieces.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { piece } from '../support/archive/records.ts';
import { DATABASES_IN_FULL } from '../support/databases/databases.ts';
import { startDesk } from '../support/desk/desk.ts';

for (const kind of DATABASES_IN_FULL) {
  describe(`readers at the desk on ${kind}`, () => {
    test('by day, in figures and in all', async () => {
      const desk = await startDesk(kind);
      const ada = await desk.signedIn(await desk.writer('ada'));
      const bo = await desk.signedIn(await desk.writer('bo'));
      const [read, other] = [piece('ada', { headline: 'Read' }), piece('ada')];
      await desk.add(read, other);
      const at = (piece_id: string, hour: string, views: number) => ({
        piece_id,
        hour: `${hour}:00:00.000Z`,
        views,
      });
      // The clock is at noon on 15 June, so the first of 30 days is 17 May.
      await desk.context.store.views.insertHours([
        at(read.id, '2026-06-15T09', 3),
        at(read.id, '2026-06-15T00', 2),
        at(read.id, '2026-06-14T23', 7),
        at(read.id, '2026-06-08T23', 20),
        at(read.id, '2026-05-17T00', 1000),
        at(read.id, '2026-05-16T23', 5000),
        at(other.id, '2026-06-01T10', 1),
      ]);
      const home = (await ada.open('/desk')).body;
      assert.match(home, /1,033 readers in the last 30 days/);
      assert.match(home, />1,032 readers</);
      assert.match(home, />1 reader</);
      const page = (await ada.open(`/desk/edit/pieces/${read.id}/readers`)).body;
      const figures = [...page.matchAll(/<dt>([^<]*)<\/dt><dd>([^<]*)</g)].map(
        ([, ...each]) => each,
      );
      assert.deepEqual(figures, [
        ['Today', '5'],
        ['7 days', '12'],
        ['30 days', '1,032'],
        ['Ever', '6,032'],
      ]);
      const days = [
        ...page.matchAll(/<time datetime="([^"]*)">[^<]*<\/time><\/th>\s*<td>([^<]*)</g),
      ];
      assert.equal(days.length, 30);
      assert.deepEqual(
        days.filter(([, , count]) => count !== '0').map(([, ...each]) => each),
        [
          ['2026-06-15', '5'],
          ['2026-06-14', '7'],
          ['2026-06-08', '20'],
          ['2026-05-17', '1,000'],
        ],
      );
      assert.equal((page.match(/<rect /g) ?? []).length, 4);
      const foreign = await bo.open(`/desk/edit/pieces/${read.id}/readers`);
      assert.equal(foreign.statusCode, 404);
      assert.doesNotMatch((await bo.open('/desk')).body, /readers/);
    });

    test('before anybody came', async () => {
      const desk = await startDesk(kind);
      const ada = await desk.signedIn(await desk.writer('ada'));
      const unread = piece('ada');
      await desk.add(unread);
      const page = await ada.open(`/desk/edit/pieces/${unread.id}/readers`);
      assert.equal(page.statusCode, 200);
      assert.match(page.body, /Nobody yet/);
      assert.doesNotMatch(page.body, /<rect |NaN/);
    });
  });
}
