// Every field of a piece, from the list: what a writer saves at the desk is kept, compared, published
// where the list says so, downloaded, exported, and the same after an import elsewhere.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { contentRecord } from '../../../src/operations/pieces/content.ts';
import {
  CONTENT_FIELD_NAMES,
  CONTENT_FIELDS,
  type ContentField,
} from '../../../src/schemas/content-fields.ts';
import { namesOf, pick } from '../../../src/schemas/field-lists.ts';
import { exportText } from '../../support/archive/archives.ts';
import { unzipped } from '../../support/archive/zips.ts';
import { DATABASES_IN_FULL, freshPlace } from '../../support/databases/databases.ts';
import { contextAt, importLines } from '../../support/databases/existing-database.ts';
import { leadsTo } from '../../support/desk/desk-browser.ts';
import { idOf, startEditing } from '../../support/desk/editing.ts';
import { sendFile } from '../../support/desk/file-forms.ts';
import { textFields } from '../../support/desk/texts.ts';
import { post } from '../../support/gate.ts';
import { at, objectAt } from '../../support/json.ts';

/** Values as typed into the form, none equal to a field's default. The cover has three fields. */
type Typed = { [field in Exclude<ContentField, 'image'>]: string } & {
  image_url: string;
  image_alt: string;
  image_caption: string;
};

const FIRST: Typed = {
  headline: 'The first headline',
  sub: 'The first standfirst',
  body_md: 'The first text.',
  category: 'life',
  tags: 'first, tag',
  frame: 'origin',
  style: 'first-style',
  locale: 'de',
  external_url: 'https://first.example/',
  image_url: 'https://first.example/cover.png',
  image_alt: 'The first image',
  image_caption: 'The first caption',
};

const SECOND: Typed = {
  headline: 'The second headline',
  sub: 'The second standfirst',
  body_md: 'The second text.',
  category: 'money',
  tags: 'second',
  frame: 'contrarian',
  style: 'second-style',
  locale: 'pt-BR',
  external_url: 'https://second.example/',
  image_url: `/media/${'b'.repeat(64)}-300x200`,
  image_alt: 'The second image',
  image_caption: 'The second caption',
};

/** Fields that are missing from the public record or have another name there. */
const NOT_IN_RECORD: ContentField[] = ['locale'];

const bodyOf = ({ image_url, image_alt, image_caption, ...typed }: Typed) => ({
  ...typed,
  tags: typed.tags.split(', '),
  image: { url: image_url, alt: image_alt, caption: image_caption },
});

/** The words of a field that are visible somewhere. */
const wordsOf = (typed: Typed, name: ContentField) =>
  name === 'image' ? [typed.image_url, typed.image_alt, typed.image_caption] : [typed[name]];

const PUBLISHED = CONTENT_FIELD_NAMES.filter((name) => CONTENT_FIELDS[name].isPublished);

for (const kind of DATABASES_IN_FULL) {
  describe(`the fields of a piece, on ${kind}`, async () => {
    const { gate, writer, key, piece, save } = await startEditing(kind);
    const { store } = gate.context;
    const savedIn = async (id: string, number: number) => {
      const version = await store.pieces.version(id, number);
      assert.ok(version);
      return contentRecord(version);
    };
    const page = leadsTo(await writer.submit('/desk/edit/pieces/new', FIRST)).split('?')[0] ?? '';
    const id = idOf(page);
    leadsTo(await writer.submit(page, { ...SECOND, version: '1' }));

    test('the form saves each', async () => {
      assert.deepEqual(await savedIn(id, 1), bodyOf(FIRST));
      assert.deepEqual(await savedIn(id, 2), bodyOf(SECOND));
    });

    test('the form has a control for each, with what was saved', async () => {
      const { body } = await writer.open(page);
      for (const name of namesOf(SECOND)) {
        const { index = -1 } = new RegExp(`<\\w+ id="${name}" name="${name}"`).exec(body) ?? {};
        const control = body.slice(index).split('</div>')[0] ?? '';
        assert.ok(index >= 0 && control.includes(SECOND[name]), name);
      }
    });

    test('the write API takes each', async () => {
      const { body } = await post(gate, key, bodyOf(FIRST));
      assert.deepEqual(await savedIn(String(at(JSON.parse(body), 'id')), 1), bodyOf(FIRST));
    });

    test('the editor is shown the newer text with each', async () => {
      const call = { ...bodyOf(FIRST), version: 1, form_token: await writer.csrfToken(page) };
      const { body } = await writer.call(`${page}/save`, call);
      const theirs = objectAt(JSON.parse(body), 'theirs');
      assert.deepEqual(pick(theirs, CONTENT_FIELD_NAMES), bodyOf(SECOND));
    });

    test('the comparison of two versions names each', async () => {
      const { body } = await writer.open(`${page}/versions/2`);
      for (const name of CONTENT_FIELD_NAMES) {
        assert.ok(body.includes(`scope="rowgroup">${CONTENT_FIELDS[name].label}<`), name);
      }
    });

    test('a downloaded version, imported as a file, is a draft with each', async () => {
      const files = await unzipped((await writer.open('/desk/download')).rawPayload);
      const [bytes = ''] = [...files].flatMap(([name, file]) =>
        name.endsWith('/versions/0001.md') ? [file] : [],
      );
      const file = { name: 'a.md', bytes };
      const imported = leadsTo(await sendFile(gate.app, writer, '/desk/import', file));
      assert.deepEqual(await savedIn(idOf(imported), 1), bodyOf(FIRST));
    });

    test('what is to be published is, in the record and as Markdown', async () => {
      leadsTo(await writer.submit(`${page}/publish`, { version: '2' }));
      const record = (await gate.app.inject(`/api/public/pieces/${id}`)).body;
      const markdown = (await gate.app.inject('/author/ada/the-second-headline.md')).body;
      for (const name of PUBLISHED) {
        for (const words of wordsOf(SECOND, name)) {
          assert.ok(markdown.includes(words), name);
          assert.ok(NOT_IN_RECORD.includes(name) || record.includes(words), name);
        }
      }
    });

    test('an archive has each, of every version, and brings each back elsewhere', async () => {
      const text = await exportText(gate.context);
      const lines = text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line));
      const line = lines.find((each) => each.id === id);
      assert.deepEqual(pick(line, CONTENT_FIELD_NAMES), bodyOf(SECOND));
      for (const other of DATABASES_IN_FULL) {
        const elsewhere = await contextAt(await freshPlace(other));
        await importLines(elsewhere, lines);
        const version = await elsewhere.store.pieces.version(id, 1);
        assert.deepEqual(version && contentRecord(version), bodyOf(FIRST));
        assert.equal(await exportText(elsewhere), text);
      }
    });

    test('a language tag may be a private or an old one, and is published as it is', async () => {
      for (const locale of ['x-klingon', 'i-klingon', 'en-GB-oed', 'zh-min-nan', 'sl-rozaj-1994']) {
        const page = await piece();
        await save(page, 1, { locale });
        assert.equal((await store.pieces.version(idOf(page), 2))?.locale, locale);
        leadsTo(await writer.submit(`${page}/publish`, { version: '2' }));
        const { url } = (await gate.app.inject(`/api/public/pieces/${idOf(page)}`)).json().piece;
        const shown = (await gate.app.inject(new URL(url).pathname)).body;
        assert.ok(shown.includes(`lang="${locale}"`), locale);
        const found = await gate.app.inject(`/api/public/pieces/recent?locale=${locale}`);
        assert.equal(at(found.json(), 'count'), 1, locale);
      }
    });

    test('an invalid language tag is refused next to its field', async () => {
      const page = await piece();
      for (const locale of ['x', 'x-', 'i-nobody', 'x-a_b', 'de-1901-1901', 'no language']) {
        const answer = await writer.submit(page, { ...textFields('again', 1), locale });
        assert.equal(answer.statusCode, 400, locale);
        assert.match(answer.body, /id="locale-error"/, locale);
      }
    });
  });
}
