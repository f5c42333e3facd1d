// Every version can be looked at, compared and restored, by its writer alone.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { DATABASES_IN_FULL } from '../../support/databases/databases.ts';
import { DAY } from '../../support/desk/desk.ts';
import { leadsTo } from '../../support/desk/desk-browser.ts';
import { idOf, startEditing } from '../../support/desk/editing.ts';
import { textFields } from '../../support/desk/texts.ts';

const ABSENT = ['0', '-1', '1.5', '4', 'abc', '99999999999', '1e3', '%20'];

for (const kind of DATABASES_IN_FULL) {
  describe(`versions on ${kind}`, async () => {
    const editing = await startEditing(kind);
    const { gate, writer, stranger, key, save } = editing;
    const { store } = gate.context;

    async function shown(url: string): Promise<string> {
      const { statusCode, body } = await writer.open(url);
      assert.equal(statusCode, 200, body);
      return body;
    }
    const working = async (page: string) => {
      const piece = await store.pieces.byId(idOf(page));
      return store.pieces.version(idOf(page), piece?.working_version ?? 0);
    };

    test('are listed newest first, with who, how, how long and whether live', async () => {
      const page = await editing.drafted({ headline: 'By a machine', body_md: 'One two three.' });
      await save(page, 1, { body_md: 'One two.' });
      leadsTo(await writer.submit(`${page}/publish`, { version: '2' }));
      await save(page, 2, { body_md: '我喜欢红色的帽子。' });
      const body = await shown(`${page}/versions`);
      const items = body.split('<li>').slice(1);
      assert.equal(items.length, 3);
      assert.match(items[0] ?? '', /Version 3<.*Working copy.*\b5 words.*saved by you/s);
      assert.match(items[1] ?? '', /Version 2<.*Live.*\b2 words.*saved by you/s);
      assert.match(
        items[2] ?? '',
        /Version 1<.*\b3 words.*created by .*class="machine">key “research-agent”/s,
      );
      assert.ok(!items[0]?.includes('>Live<') && !items[2]?.includes('>Live<'));
      assert.match(await shown(page), new RegExp(`href="${page}/versions"`));
    });

    test('stand under their days, with what each changed, and yesterday’s in one step', async () => {
      const page = await editing.piece();
      const body_md = 'The hat was red, and red it stayed.';
      await save(page, 1, { headline: 'Hat', body_md });
      gate.clock.advance(2 * DAY);
      await save(page, 2, { headline: 'Hat', body_md: body_md.replace('red,', 'blue, not') });
      gate.clock.advance(DAY);
      await save(page, 3, { headline: 'Hat', body_md: 'The hat was blue.', category: 'life' });
      await save(page, 4, { headline: 'Hat', body_md: 'The hat was blue.', category: 'building' });
      const body = await shown(`${page}/versions`);
      const days = [...body.matchAll(/<h2 class="version-day">([^<]*)</g)].map(([, day]) => day);
      assert.deepEqual(days.slice(0, 2), ['Today', 'Yesterday']);
      assert.match(days[2] ?? '', /^\w+day,? \d+ \w+ \d{4}$/);
      const items = body.split('<li>').map((item) => item.replace(/<[^>]+>/g, ''));
      const plain = items.map((item) => /· .*(?:words?|text)/.exec(item)?.[0] ?? '');
      assert.equal(plain[1], '· no changes to the text');
      assert.match(plain[2] ?? '', /^· −\d words$/);
      assert.equal(plain[3], '· +2 −1 words');
      assert.match(body, /Before today: <a href="[^"]*versions\/3\?with=5">version 3<\/a>/);
      const opened = await shown(`${page}/versions/3?with=5`);
      assert.match(opened, /<article lang="en" dir="ltr">.*red it stayed\./s);
    });

    test('go on further down where there are many, also where some were left out', async () => {
      const page = await editing.piece();
      const id = idOf(page);
      const first = await store.pieces.version(id, 1);
      assert.ok(first);
      for (let number = 3; number <= 201; number += 3) {
        await store.pieces.addVersion({ ...first, number, origin: 'autosaved' });
      }
      await store.pieces.update(id, { working_version: 201 });
      const top = await shown(`${page}/versions`);
      assert.match(top, /autosaved/);
      const next = /href="([^"]+below=\d+)"/.exec(top)?.[1] ?? '';
      const numbers = (body: string) => [...body.matchAll(/>Version (\d+)</g)].map(([, n]) => n);
      const all = [...numbers(top), ...numbers(await shown(next))];
      assert.deepEqual(all.slice(0, 3), ['201', '198', '195']);
      assert.equal(all.at(-1), '1');
      assert.equal(new Set(all).size, 68);
      const compared = await shown(`${page}/versions/3`);
      assert.match(compared, /<option value="1" selected>/);
    });

    test('are compared with the one before, and with another that is chosen', async () => {
      const page = await editing.piece();
      await save(page, 1, { headline: 'A red hat', body_md: 'The hat was red.\n\nThe end.' });
      await save(page, 2, {
        ...{ headline: 'A blue hat', sub: 'Why blue.', body_md: 'The hat was blue.\n\nThe end.' },
        ...{ category: 'life', tags: 'hats, colours', external_url: 'https://hats.example/' },
      });
      const body = await shown(`${page}/versions/3`);
      assert.match(body, /A <del>red<\/del> hat/);
      assert.match(body, /A <ins>blue<\/ins> hat/);
      assert.match(body, /The hat was <del>red<\/del>\./);
      assert.match(body, /The hat was <ins>blue<\/ins>\./);
      assert.match(body, /<ins>Why blue\.<\/ins>/);
      assert.match(body, /<del>building<\/del>.*<ins>life<\/ins>/s);
      assert.match(body, /<ins>hats, colours<\/ins>/);
      assert.match(body, /<ins>https:\/\/hats\.example\/<\/ins>/);
      assert.ok(!body.includes('>Frame<'), 'what is the same is not told');
      const other = await shown(`${page}/versions/3?with=1`);
      assert.match(other, /<option value="1" selected>/);
      assert.match(other, /<del>Headline one<\/del>/);
      const turned = await shown(`${page}/versions/1?with=3`);
      assert.match(turned, /<del>Headline one<\/del>/, 'the older is on the left');
      const first = await shown(`${page}/versions/1`);
      assert.match(first, /<option value="3" selected>/, 'with what became of it');
      assert.match(await shown(`${await editing.piece()}/versions/1`), /No earlier version/);
      assert.match(await shown(`${page}/versions/3?with=3`), /There are no differences/);
    });

    test('say their words as words, whatever is in them', async () => {
      const page = await editing.piece();
      await save(page, 1, { body_md: '<script>alert(1)</script> & "more"' });
      const body = await shown(`${page}/versions/2`);
      assert.ok(!body.includes('<script>alert'), body);
      assert.match(body, /&lt;script&gt;alert/);
    });

    test('are restored as a new version, which says so', async () => {
      const page = await editing.piece();
      await save(page, 1, { sub: 'Two', tags: 'a, b', category: 'life' });
      await save(page, 2);
      const body = await shown(`${page}/versions/2`);
      assert.match(body, /Restore this version/);
      assert.match(body, /name="version" value="3"/);
      const back = await writer.submit(`${page}/versions/2`, { version: '3' });
      assert.equal(leadsTo(back), `${page}?done=restore`);
      const { number, origin, headline, sub, tags, category, saved_by_kind } =
        (await working(page)) ?? {};
      assert.deepEqual(
        { number, origin, headline, sub, tags, category, saved_by_kind },
        {
          ...{ number: 4, origin: 'restored', headline: 'Headline v2', sub: 'Two' },
          ...{ tags: '["a","b"]', category: 'life', saved_by_kind: 'writer' },
        },
      );
      assert.equal((await store.pieces.version(idOf(page), 3))?.headline, 'Headline v3');
      assert.match(await shown(`${page}/versions`), /restored by you/);
      assert.ok(!(await shown(`${page}/versions/4`)).includes('Restore this version'));
    });

    test('are not restored over a text that was not seen', async () => {
      const page = await editing.piece();
      await save(page, 1);
      await save(page, 2);
      for (const version of ['2', '1', '4', '', 'abc', '99999999999']) {
        const answer = await writer.submit(`${page}/versions/1`, { version });
        assert.equal(answer.statusCode, 409, version);
        assert.match(answer.body, /has changed in the meantime/);
        assert.match(answer.body, /name="version" value="3"/);
      }
      assert.equal((await working(page))?.number, 3);
    });

    test('that are not there are not found', async () => {
      const page = await editing.piece();
      await save(page, 1);
      await save(page, 2);
      for (const number of ABSENT) {
        const url = `${page}/versions/${number}`;
        assert.equal((await writer.open(url)).statusCode, 404, number);
        const form_token = await writer.csrfToken('/desk');
        const answer = await writer.post(url, { form_token, version: '3' });
        assert.equal(answer.statusCode, 404, number);
      }
      assert.equal((await writer.open(`${page}/versions/3?with=4`)).statusCode, 404);
    });

    test('are nobody else’s', async () => {
      const page = await editing.piece();
      await save(page, 1);
      const form_token = await stranger.csrfToken('/desk');
      for (const path of ['versions', 'versions/1', 'machine', 'preview']) {
        assert.equal((await stranger.open(`${page}/${path}`)).statusCode, 404, path);
        const answer = await gate.app.inject({
          url: `${page}/${path}`,
          headers: { authorization: `Bearer ${key}` },
        });
        assert.match(leadsTo(answer), /^\/desk\/sign-in/);
      }
      const restored = await stranger.post(`${page}/versions/1`, { form_token, version: '2' });
      assert.equal(restored.statusCode, 404);
      const forged = await writer.post(`${page}/versions/1`, { version: '2' });
      assert.equal(forged.statusCode, 403);
      assert.equal((await working(page))?.number, 2);
    });

    test('of a live piece are restored without changing what is live', async () => {
      const page = await editing.piece();
      await save(page, 1);
      leadsTo(await writer.submit(`${page}/publish`, { version: '2' }));
      leadsTo(await writer.submit(`${page}/versions/1`, { version: '2' }));
      const answer = await gate.app.inject(`/api/public/pieces/${idOf(page)}`);
      assert.equal(answer.json().piece.title, 'Headline v2');
    });
  });

  describe(`versions with REVIEW=on, on ${kind}`, async () => {
    const { writer, save, piece } = await startEditing(kind, { REVIEW: 'on' });

    test('of a piece that waits are shown, and not restored', async () => {
      const page = await piece();
      await save(page, 1);
      leadsTo(await writer.submit(`${page}/publish`, { version: '2' }));
      const { body } = await writer.open(`${page}/versions/1`);
      assert.ok(!body.includes('Restore this version'));
      const answer = await writer.submit(`${page}/versions/1`, { version: '2' });
      assert.equal(answer.statusCode, 409);
      assert.match(answer.body, /not in a state/);
      leadsTo(await writer.submit(`${page}/withdraw`));
      leadsTo(await writer.submit(`${page}/versions/1`, { version: '2' }));
      assert.equal((await writer.submit(page, textFields('next', 3))).statusCode, 303);
    });
  });
}
