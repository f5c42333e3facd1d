// The desk's list: by last edit, in pages and tabs with counts, searched in full, and changed in bulk.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { DATABASES_IN_FULL } from '../../support/databases/databases.ts';
import { DAY, HOUR } from '../../support/desk/desk.ts';
import { leadsTo } from '../../support/desk/desk-browser.ts';
import { idOf, startEditing } from '../../support/desk/editing.ts';

/** The headlines of a list, in its order. */
const headlines = (body: string) =>
  [...body.matchAll(/<h2><a href="\/desk\/edit\/pieces\/[^"]+">([^<]+)<\/a>/g)].map(
    ([, headline]) => headline,
  );

/** The labels of the tabs. */
const tabs = (body: string) =>
  Object.fromEntries(
    [...body.matchAll(/">([^<>]+) <span class="count">([\d,]+)<\/span><\/a>/g)].map(
      ([, name, count]) => [name, count],
    ),
  );

for (const kind of DATABASES_IN_FULL) {
  describe(`the list of pieces on ${kind}`, async () => {
    const { gate, writer, stranger, piece, drafted, save } = await startEditing(kind, {
      REVIEW: 'on',
    });
    const { clock, context } = gate;
    const opened = async (url: string) => {
      const { statusCode, body } = await writer.open(url);
      assert.equal(statusCode, 200, body);
      return body;
    };
    const submitted = async (page: string, version: string) => {
      leadsTo(await writer.submit(`${page}/publish`, { version }));
      return page.replace('edit/pieces', 'review');
    };
    const decided = async (page: string, decision: string) => {
      const review = await submitted(page, '1');
      leadsTo(await stranger.submit(review, { decision, version: '1', note: '' }));
      return page;
    };
    const bulk = (pages: string[], fields: { [name: string]: string }) =>
      writer.submit(
        '/desk/bulk',
        { ...Object.fromEntries(pages.map((page) => [`piece-${idOf(page)}`, 'yes'])), ...fields },
        '/desk',
      );
    const made: { [name: string]: string } = {};

    test('is by last edit, and says what its dates are', async () => {
      made['published'] = await decided(await piece('published'), 'approve');
      clock.advance(20 * DAY);
      const body = (await opened('/desk')).replaceAll(/<\/?time[^>]*>/g, '');
      assert.match(body, /Edited 15 Jun · Published 15 Jun/);
      made['draft'] = await piece('draft');
      clock.advance(3 * HOUR);
      made['machine'] = await drafted({ headline: 'By a machine', body_md: 'Gully.' });
      clock.advance(HOUR);
      const later = (await opened('/desk')).replaceAll(/<\/?time[^>]*>/g, '');
      assert.deepEqual(headlines(later), ['By a machine', 'Headline draft', 'Headline published']);
      assert.match(later, /Edited 1 h ago</);
      assert.match(later, /Edited 4 h ago</);
      await save(made['draft'], 1, { headline: 'A draft' });
      assert.equal(headlines(await opened('/desk'))[0], 'A draft');
    });

    test('has tabs by state with their counts, and a queue of machine drafts', async () => {
      made['pending'] = await piece('pending');
      await submitted(made['pending'], '1');
      made['rejected'] = await decided(await piece('rejected'), 'reject');
      made['asked'] = await decided(await piece('asked'), 'ask_for_changes');
      await save(made['published'] ?? '', 1, { headline: 'Published, and changed' });
      made['other machine'] = await drafted({ headline: 'Edited since', body_md: 'One.' });
      await save(made['other machine'], 1, { headline: 'Edited since' });
      assert.deepEqual(tabs(await opened('/desk')), {
        ...{ All: '7', Drafts: '3', 'Machine drafts': '1', 'In review': '1', Rejected: '1' },
        ...{ 'Changes requested': '1', Published: '1', 'Changes not published': '1', Trash: '0' },
      });
      const expected: [tab: string, headlines: string[]][] = [
        ['draft', ['Edited since', 'A draft', 'By a machine']],
        ['machine', ['By a machine']],
        ['pending', ['Headline pending']],
        ['approved', ['Published, and changed']],
        ['changes', ['Published, and changed']],
        ['changes_requested', ['Headline asked']],
        ['rejected', ['Headline rejected']],
      ];
      for (const [tab, names] of expected) {
        const body = await opened(`/desk?status=${tab}`);
        assert.deepEqual(headlines(body), names, tab);
        assert.match(body, /aria-current="page">[^<]+ <span class="count">/);
      }
      const queue = await opened('/desk?status=machine');
      assert.match(queue, /class="machine">drafted by key “research-agent”/);
      assert.match(
        (await stranger.open('/desk?status=pending')).body,
        /None of your pieces are in review/,
      );
    });

    test('searches headlines, standfirsts and texts of all, whatever their case', async () => {
      const page = await piece('unlike');
      await save(page, 1, {
        headline: 'Straße',
        sub: 'Über dem Fluß',
        body_md: 'The GULLY, 100 %_.',
      });
      const finds = async (q: string, tab = '') =>
        headlines(await opened(`/desk?q=${encodeURIComponent(q)}${tab && `&status=${tab}`}`));
      assert.deepEqual(await finds('gully'), ['Straße', 'By a machine']);
      assert.deepEqual(await finds('GULLY', 'machine'), ['By a machine']);
      assert.deepEqual(await finds('STRASSE'), ['Straße']);
      assert.deepEqual(await finds('über dem fluss'), ['Straße']);
      assert.deepEqual(await finds('100 %_'), ['Straße']);
      assert.deepEqual(await finds('100%'), []);
      assert.equal(tabs(await opened('/desk?q=gully')).Drafts, '2');
      assert.match(await opened('/desk?q=nowhere'), /No results for “nowhere”/);
      await save(page, 2, { headline: 'Straße', body_md: 'Something else.' });
      assert.deepEqual(await finds('gully'), ['By a machine'], 'what was saved since is known');
      leadsTo(await writer.submit(`${page}/delete`));
      assert.deepEqual(await finds('straße'), [], 'the trash is not searched');
      assert.equal((await stranger.open('/desk?q=gully')).body.includes('By a machine'), false);
    });

    test('takes a search for anything, also for what no text can have', async () => {
      for (const text of ['%00', 'a%00b', '%', '_', '%5C', '%27']) {
        assert.match(await opened(`/desk?q=${text}`), /Your pieces/);
      }
    });

    test('a category in bulk is a new version, and changes nothing that is public', async () => {
      const editable = [made['draft'] ?? '', made['published'] ?? '', made['asked'] ?? ''];
      const closed = [made['pending'] ?? '', made['rejected'] ?? ''];
      const shown = async () =>
        (await gate.app.inject(`/api/public/pieces/${idOf(made['published'] ?? '')}`)).body;
      const before = await shown();
      const back = '/desk?status=draft';
      const done = leadsTo(
        await bulk([...editable, ...closed], { act: 'category', category: 'money', back }),
      );
      const body = await opened(done);
      assert.match(done, /^\/desk\?status=draft&/);
      assert.match(body, /role="status">3 pieces have this category now\./);
      assert.match(body, /2 pieces were skipped\./);
      for (const page of editable) {
        const row = await context.store.pieces.byId(idOf(page));
        const version = await context.store.pieces.version(
          row?.id ?? '',
          row?.working_version ?? 0,
        );
        assert.deepEqual([version?.category, version?.saved_by_kind], ['money', 'writer'], page);
      }
      assert.equal(await shown(), before);
      assert.match(await opened('/desk?status=changes'), /Published, and changed/);
      const wrong = await bulk(editable, { act: 'category', category: 'nothing', back: '/desk' });
      assert.equal(wrong.statusCode, 400);
    });

    test('deleting in bulk is confirmed with names, and leaves what can’t be deleted', async () => {
      const chosen = [made['draft'] ?? '', made['rejected'] ?? '', made['published'] ?? ''];
      const asked = await bulk(chosen, { act: 'delete', back: 'https://elsewhere.example/' });
      assert.equal(asked.statusCode, 200);
      assert.match(asked.body, /Delete these 2 pieces\?/);
      const [going = '', staying = ''] = asked.body.split('These stay');
      assert.deepEqual(headlines(going), ['A draft', 'Headline rejected']);
      assert.deepEqual(headlines(staying), ['Published, and changed']);
      assert.ok(await context.store.pieces.byId(idOf(made['draft'] ?? '')), 'nothing yet');
      const fields = { act: 'delete', confirmed: 'yes', back: 'https://elsewhere.example/' };
      const done = leadsTo(await bulk(chosen, fields));
      assert.match(done, /^\/desk\?/, 'never elsewhere');
      const body = await opened(done);
      assert.match(body, /role="status">2 pieces were moved to the trash\..*1 piece was skipped\./);
      assert.equal(tabs(body)['Trash'], '3');
      const theirs = await stranger.submit(
        '/desk/bulk',
        { [`piece-${idOf(made['machine'] ?? '')}`]: 'yes', ...fields },
        '/desk',
      );
      assert.match(leadsTo(theirs), /changed=0&skipped=1/);
      assert.match(await opened(leadsTo(await bulk([], fields))), /You didn’t choose any pieces\./);
    });

    test('is in pages, each piece on one of them', async () => {
      for (let at = 0; at < 60; at += 1) {
        clock.advance(1000);
        await drafted({ headline: `Number ${at}`, body_md: 'One of many.' });
      }
      const seen: (string | undefined)[] = [];
      let next: string | undefined = '/desk?status=machine&q=many';
      for (let page = 1; next; page += 1) {
        const body = await opened(next.replaceAll('&amp;', '&'));
        seen.push(...headlines(body));
        assert.match(body, new RegExp(`Page ${page} of 2`));
        next = /rel="next" href="([^"]+)"/.exec(body)?.[1];
      }
      assert.deepEqual(
        seen,
        Array.from({ length: 60 }, (_, at) => `Number ${59 - at}`),
      );
      const beyond = await opened('/desk?page=99');
      assert.match(beyond, /Page 3 of 3/);
    });
  });
}
