// Every field of the profile, from the list: what a writer sets at the desk is public, searched or
// not as the list says, downloaded, exported, and the same after an import elsewhere.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, test } from 'node:test';
import { pick, valuesFor } from '../../../src/schemas/field-lists.ts';
import {
  PROFILE_FIELD_NAMES,
  PROFILE_FORM_FIELDS,
  type ProfileField,
  profileField,
} from '../../../src/schemas/profile-fields.ts';
import { exportText } from '../../support/archive/archives.ts';
import { unzipped } from '../../support/archive/zips.ts';
import { DATABASES_IN_FULL, type DatabaseKind } from '../../support/databases/databases.ts';
import { type Desk, startDesk } from '../../support/desk/desk.ts';
import { leadsTo } from '../../support/desk/desk-browser.ts';
import { type Json, listAt, objectAt } from '../../support/json.ts';
import { type Service, startService } from '../../support/service.ts';

const NAME = { name: 'Ada', slug: 'ada' };

const SAMPLES = valuesFor(PROFILE_FIELD_NAMES, (name: ProfileField) =>
  profileField(name).format === undefined
    ? `my-own-${name}`
    : `https://${name.replaceAll('_', '-')}.example/`,
);

async function startWithProfile(kind: DatabaseKind) {
  const desk = await startDesk(kind);
  const browser = await desk.signedIn(await desk.writer('ada'));
  await setWithoutForm(desk);
  const form = { ...NAME, ...pick(SAMPLES, PROFILE_FORM_FIELDS) };
  leadsTo(await browser.submit('/desk/edit/profile', form));
  return { desk, browser };
}

/** Sets the fields that have their own forms to what those forms would store. */
async function setWithoutForm({ context }: Desk): Promise<void> {
  const others = PROFILE_FIELD_NAMES.filter((name) => profileField(name).form === null);
  const [author] = await context.store.authors.page(null, 1);
  await context.store.authors.update(author?.id ?? '', pick(SAMPLES, others));
}

async function recordIn({ app }: Service): Promise<{ [name: string]: Json }> {
  const { body } = await app.inject('/api/public/authors/ada');
  return objectAt(JSON.parse(body), 'author');
}

const sampled = (record: object) =>
  Object.fromEntries(Object.entries(record).filter(([name]) => name in SAMPLES));

for (const kind of DATABASES_IN_FULL) {
  describe(`the fields of a profile, on ${kind}`, async () => {
    const { desk, browser } = await startWithProfile(kind);

    test('the form shows what it saved', async () => {
      const { body } = await browser.open('/desk/edit/profile');
      for (const name of PROFILE_FORM_FIELDS) {
        const control = new RegExp(`<(input|textarea)[^>]* name="${name}"[^>]*>`).exec(body);
        assert.ok(control, `no control for ${name}`);
        assert.ok(body.slice(control.index, control.index + 400).includes(SAMPLES[name]), name);
      }
    });

    test('the public record, the download and the archive have them', async () => {
      assert.deepEqual(sampled(await recordIn(desk)), SAMPLES);
      const files = await unzipped((await browser.open('/desk/download')).rawPayload);
      assert.deepEqual(sampled(JSON.parse(String(files.get('profile.json')))), SAMPLES);
      assert.deepEqual(sampled(JSON.parse(await exportText(desk.context))), SAMPLES);
    });

    test("the author's page shows them", async () => {
      const { body } = await desk.app.inject('/author/ada');
      for (const name of PROFILE_FIELD_NAMES) assert.ok(body.includes(SAMPLES[name]), name);
    });

    test('search looks through those that the list says', async () => {
      for (const name of PROFILE_FIELD_NAMES) {
        const q = encodeURIComponent(SAMPLES[name]);
        const { body } = await desk.app.inject(`/api/public/authors/search?q=${q}`);
        const found = listAt(JSON.parse(body), 'results').length;
        assert.equal(found, profileField(name).isSearched ? 1 : 0, name);
      }
    });

    test('an import elsewhere brings all of them back', async () => {
      const text = await exportText(desk.context);
      for (const other of DATABASES_IN_FULL) {
        const elsewhere = await startService(other);
        await elsewhere.add(JSON.parse(text));
        assert.deepEqual(await recordIn(elsewhere), await recordIn(desk));
        assert.equal(await exportText(elsewhere.context), text);
      }
    });

    test('an empty field of the form is null', async () => {
      leadsTo(await browser.submit('/desk/edit/profile', NAME));
      const record = await recordIn(desk);
      for (const name of PROFILE_FORM_FIELDS) assert.equal(record[name], null, name);
    });
  });
}

test('the demo has somebody for each field of the form', async () => {
  const file = new URL('../../../demo/authors.json', import.meta.url);
  const authors: { [name: string]: unknown }[] = JSON.parse(await readFile(file, 'utf8'));
  for (const name of PROFILE_FORM_FIELDS) {
    assert.ok(
      authors.some((author) => author[name]),
      name,
    );
  }
});
