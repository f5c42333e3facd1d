// Category and slug, chosen where a piece is published for the first time: what was shown and chosen
// is what becomes public, as one act, or nothing does.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { DATABASES_IN_FULL } from '../../support/databases/databases.ts';
import { type Answer, leadsTo } from '../../support/desk/desk-browser.ts';
import { idOf, startEditing } from '../../support/desk/editing.ts';
import { at } from '../../support/json.ts';

const proposed = (body: string) => /name="slug"[^>]* value="([^"]*)"/.exec(body)?.[1];
const chosen = (body: string) => /<option value="(\w+)" selected>/.exec(body)?.[1];
const errorAt = (body: string, field: string) =>
  new RegExp(`id="${field}-error">([^<]*)<`).exec(body)?.[1];

const DEFAULT = { category: 'building' };

/** Invalid slugs, with their error messages. */
const NO_SLUGS: [slug: string, words: string][] = [
  ['', 'Fill this in.'],
  ['  ', 'Fill this in.'],
  ['A Red Hat', 'Use lower-case letters, digits and hyphens, such as a-red-hat.'],
  ['a/b?c', 'Use lower-case letters, digits and hyphens, such as a-b-c.'],
  ['feed.json', 'Use lower-case letters, digits and hyphens, such as feed-json.'],
  ['-hat-', 'Use lower-case letters, digits and hyphens, such as hat.'],
  ['"><b>', 'Use lower-case letters, digits and hyphens, such as b.'],
  ['a'.repeat(121), 'At most 120 characters; this has 121.'],
];

/** White space, and characters that have no width or no ink. */
const BLANK = [
  ' \t\u00a0',
  '\u200b\u2060\ufeff',
  '\u00ad\u034f',
  '\u2800\u3164\u115f',
  '\u202e\u{e0020}',
];

for (const kind of DATABASES_IN_FULL) {
  describe(`chosen where it is published, on ${kind}`, async () => {
    const editing = await startEditing(kind);
    const { gate, writer, piece, save } = editing;
    const { store } = gate.context;
    const publicPiece = async (page: string) => {
      const answer = await gate.app.inject(`/api/public/pieces/${idOf(page)}`);
      return answer.statusCode === 404 ? null : at(answer.json(), 'piece');
    };
    const drafted = async (headline: string, fields = {}) => {
      const page = await piece();
      await save(page, 1, { headline, body_md: 'Words.', ...DEFAULT, ...fields });
      return page;
    };
    const publish = (page: string, fields: { [name: string]: string }) =>
      writer.submit(`${page}/publish`, { version: '2', ...fields });
    const assertNothingPublic = async (page: string, { statusCode, body }: Answer) => {
      assert.ok(statusCode === 400 || statusCode === 409, body);
      assert.equal(await publicPiece(page), null);
      assert.equal((await store.pieces.byId(idOf(page)))?.working_version, 2);
      assert.equal((await store.pieces.byId(idOf(page)))?.slug, null);
    };

    test('a language that runs the other way than the text is asked about, and is the next piece’s', async () => {
      const arabic = { body_md: 'هذه فقرة باللغة العربية، and a few words of English.' };
      const asked = async (page: string) =>
        /Is that right\?.*?from right to left\./s.test((await writer.open(`${page}/publish`)).body);
      const page = await drafted('الميناء', arabic);
      assert.equal(await asked(page), true);
      await save(page, 2, { headline: 'الميناء', ...arabic, ...DEFAULT, locale: 'ar-EG' });
      assert.equal(await asked(page), false);
      const { body } = await writer.open('/desk/edit/pieces/new');
      assert.match(body, /name="locale"[^>]* value="ar-EG"/);
      assert.equal(await asked(await drafted('A red hat')), false);
    });

    test('both are offered, and what is chosen is published as a version of the writer’s', async () => {
      const page = await drafted('A red hat');
      const { body } = await writer.open(`${page}/publish`);
      assert.equal(proposed(body), 'a-red-hat');
      assert.equal(chosen(body), 'building');
      assert.ok(body.indexOf('name="slug"') < body.indexOf('>Publish</button>'));
      leadsTo(await publish(page, { category: 'life', slug: 'hats-of-1903' }));
      assert.partialDeepStrictEqual(await publicPiece(page), {
        url: 'https://press.example/author/ada/hats-of-1903',
        category: 'life',
        title: 'A red hat',
        content_text: 'Words.',
      });
      const [second, third] = await Promise.all(
        [2, 3].map((number) => store.pieces.version(idOf(page), number)),
      );
      assert.partialDeepStrictEqual(second, { category: 'building', headline: 'A red hat' });
      assert.partialDeepStrictEqual(third, {
        ...{ category: 'life', headline: 'A red hat', body_md: 'Words.', origin: 'saved' },
        ...{ saved_by_kind: 'writer', saved_by_name: 'ada' },
      });
      assert.partialDeepStrictEqual(await store.pieces.byId(idOf(page)), {
        ...{ live_version: 3, working_version: 3, slug: 'hats-of-1903' },
      });
      assert.equal((await store.pieces.moves(idOf(page))).at(-1)?.version, 3);
    });

    test('a machine’s draft whose category was chosen here is the writer’s from then on', async () => {
      const page = await editing.drafted({ headline: 'By a machine', body_md: 'Beep.' });
      assert.equal((await store.pieces.byId(idOf(page)))?.is_machine_draft, 1);
      leadsTo(await writer.submit(`${page}/publish`, { version: '1', category: 'money' }));
      assert.equal((await store.pieces.byId(idOf(page)))?.is_machine_draft, 0);
    });

    test('left as they are, nothing but the version that was shown is published', async () => {
      const page = await drafted('A blue hat');
      leadsTo(await publish(page, { category: 'building', slug: 'a-blue-hat' }));
      assert.equal(at(await publicPiece(page), 'category'), 'building');
      assert.equal((await store.pieces.byId(idOf(page)))?.live_version, 2);
    });

    test('a category that was chosen before is shown, with the way to change it', async () => {
      const page = await drafted('A chosen hat', { category: 'money' });
      const { body } = await writer.open(`${page}/publish`);
      assert.ok(!body.includes('name="category"'), body);
      assert.match(body, /<dt>Category<\/dt><dd><strong>Money<\/strong>/);
    });

    test('an invalid slug is refused next to the field, and nothing else happens', async () => {
      const page = await drafted('A green hat');
      for (const [slug, words] of NO_SLUGS) {
        const answer = await publish(page, { category: 'life', slug });
        await assertNothingPublic(page, answer);
        assert.equal(errorAt(answer.body, 'slug'), words);
        assert.equal(
          proposed(answer.body),
          slug
            .replaceAll('"', '&quot;')
            .replace(/[<>]/g, (sign) => (sign === '<' ? '&lt;' : '&gt;')),
        );
        assert.equal(chosen(answer.body), 'life');
      }
      const odd = await publish(page, { category: 'gossip', slug: 'fine' });
      await assertNothingPublic(page, odd);
      assert.equal(errorAt(odd.body, 'category'), 'Choose one from the list.');
    });

    test('a headline or a text of nothing that can be seen is not finished', async () => {
      for (const blank of BLANK) {
        for (const fields of [{ headline: blank }, { body_md: blank }]) {
          const page = await drafted('Seen', fields);
          const { body } = await writer.open(`${page}/publish`);
          assert.match(body, /Not finished yet/, JSON.stringify(fields));
          assert.ok(!body.includes('>Publish</button>'));
          const form_token = await writer.csrfToken('/desk');
          const sent = { form_token, version: '2', category: 'life', slug: 'seen' };
          await assertNothingPublic(page, await writer.post(`${page}/publish`, sent));
        }
      }
    });

    test('a slug that another piece of the writer’s has is refused; the next one is proposed', async () => {
      leadsTo(await publish(await drafted('Taken'), { slug: 'taken' }));
      const page = await drafted('Taken');
      assert.equal(proposed((await writer.open(`${page}/publish`)).body), 'taken-2');
      const answer = await publish(page, { slug: 'taken', category: 'life' });
      await assertNothingPublic(page, answer);
      assert.equal(
        errorAt(answer.body, 'slug'),
        'Another of your pieces has or had this slug. Choose another, such as taken-2.',
      );
      leadsTo(await publish(page, { slug: 'taken-2' }));
      assert.match(String(at(await publicPiece(page), 'url')), /\/taken-2$/);
    });

    test('a text that was changed meanwhile is refused with all that was chosen', async () => {
      const page = await drafted('A first hat');
      const form_token = await writer.csrfToken(`${page}/publish`);
      await save(page, 2, { headline: 'A second hat', body_md: 'Words.', ...DEFAULT });
      const stale = { form_token, version: '2', category: 'life', slug: 'a-first-hat' };
      const answer = await writer.post(`${page}/publish`, stale);
      assert.equal(answer.statusCode, 409, answer.body);
      assert.equal(proposed(answer.body), 'a-second-hat', 'proposed from what is shown now');
      assert.equal(await publicPiece(page), null);
      assert.equal((await store.pieces.byId(idOf(page)))?.working_version, 3);
    });

    test('Enter in the field shows the page again, and publishes nothing', async () => {
      const page = await drafted('A hat to look at');
      const answer = await publish(page, { look: 'yes', category: 'life', slug: 'looked-at' });
      assert.equal(answer.statusCode, 200, answer.body);
      assert.equal(proposed(answer.body), 'looked-at');
      assert.equal(chosen(answer.body), 'life');
      assert.equal(await publicPiece(page), null);
      const bad = await publish(page, { look: 'yes', slug: 'Looked At' });
      await assertNothingPublic(page, bad);
    });

    test('once public, neither is taken from this form', async () => {
      const page = await drafted('A public hat');
      leadsTo(await publish(page, {}));
      await save(page, 2, { headline: 'A public hat', body_md: 'More words.', ...DEFAULT });
      const { body } = await writer.open(`${page}/publish`);
      assert.ok(!/name="(?:slug|category)"/.test(body), body);
      leadsTo(await publish(page, { version: '3', category: 'life', slug: 'elsewhere' }));
      assert.partialDeepStrictEqual(await publicPiece(page), {
        url: 'https://press.example/author/ada/a-public-hat',
        category: 'building',
      });
    });
  });

  describe(`chosen where it is submitted, with REVIEW=on, on ${kind}`, async () => {
    const {
      gate,
      writer,
      stranger: admin,
      piece,
      save,
    } = await startEditing(kind, { REVIEW: 'on' });
    const drafted = async (headline: string) => {
      const page = await piece();
      await save(page, 1, { headline, body_md: 'Words.', ...DEFAULT });
      return page;
    };

    test('the admin approves what was chosen', async () => {
      const page = await drafted('A hat');
      const chosenThere = { version: '2', category: 'money', slug: 'the-price-of-hats' };
      leadsTo(await writer.submit(`${page}/publish`, chosenThere));
      const review = page.replace('edit/pieces', 'review');
      assert.match((await admin.open(review)).body, /<dd>Money<\/dd>/);
      leadsTo(await admin.submit(review, { decision: 'approve', version: '3' }));
      const answer = await gate.app.inject(`/api/public/pieces/${idOf(page)}`);
      assert.partialDeepStrictEqual(at(answer.json(), 'piece'), {
        url: 'https://press.example/author/ada/the-price-of-hats',
        category: 'money',
      });
    });

    test('a slug that was never public is free again once another is chosen', async () => {
      const page = await drafted('One');
      leadsTo(await writer.submit(`${page}/publish`, { version: '2', slug: 'wanted' }));
      const other = await drafted('Other');
      const refused = await writer.submit(`${other}/publish`, { version: '2', slug: 'wanted' });
      assert.equal(refused.statusCode, 400, refused.body);
      leadsTo(await writer.submit(`${page}/withdraw`));
      assert.equal(proposed((await writer.open(`${page}/publish`)).body), 'wanted');
      leadsTo(await writer.submit(`${page}/publish`, { version: '2', slug: 'not-wanted' }));
      leadsTo(await writer.submit(`${other}/publish`, { version: '2', slug: 'wanted' }));
    });
  });
}
