// A text that can't be rendered: every page that would show it says so, and it holds up nothing else.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reinstateWriter, suspendWriter } from '../../../src/operations/accounts/writers.ts';
import { checkPublications } from '../../../src/operations/doctor/publications.ts';
import { rebuild } from '../../../src/operations/publishing/rebuild.ts';
import { sqlAt } from '../../support/databases/sql.ts';
import { leadsTo } from '../../support/desk/desk-browser.ts';
import { idOf, startEditing } from '../../support/desk/editing.ts';

const { gate, writer, piece } = await startEditing('sqlite');
const { app, context } = gate;

/** Longer than a text may be, as one of an earlier version that allowed more. */
const spoil = (page: string) =>
  sqlAt(
    gate.place,
    `UPDATE piece_versions SET body_md = '[^a]: b\n\n${'[^a]'.repeat(95_000)}'
     WHERE piece_id = '${idOf(page)}'`,
  );
const publish = (page: string) => writer.submit(`${page}/publish`, { version: '1' });
const isPublic = async (page: string) =>
  (await app.inject(`/api/public/pieces/${idOf(page)}`)).statusCode === 200;

test('a preview and the page for publishing answer 422, again and again', async () => {
  const page = await piece();
  leadsTo(await writer.submit(`${page}/preview`));
  const shared = /press\.example(\/preview\/[\w-]{43})"/.exec(
    (await writer.open(`${page}/preview`)).body,
  )?.[1];
  await spoil(page);
  for (const _ of [1, 2]) {
    for (const answer of [await app.inject(String(shared)), await writer.open(`${page}/publish`)]) {
      assert.equal(answer.statusCode, 422, answer.body);
      assert.match(String(answer.headers['content-type']), /^text\/html/);
      assert.match(answer.body, /takes too long to render/);
    }
  }
});

test('publishing answers 422, and nothing is public', async () => {
  const page = await piece();
  const form_token = await writer.csrfToken(`${page}/publish`);
  await spoil(page);
  const answer = await writer.post(`${page}/publish`, { form_token, version: '1' });
  assert.equal(answer.statusCode, 422, answer.body);
  assert.equal(await isPublic(page), false);
});

test('one that was published is left by rebuild, named by doctor, and stops no reinstatement', async () => {
  const [old, other] = [await piece('old'), await piece('other')];
  for (const page of [old, other]) leadsTo(await publish(page));
  await spoil(old);
  assert.equal(await rebuild(context), 1);
  assert.ok((await isPublic(old)) && (await isPublic(other)));
  const words = (await checkPublications(context)).map((finding) => finding.words);
  assert.deepEqual(words, [
    `1 publications have a text that can no longer be rendered (such as ${idOf(old)}). ` +
      'They stay unchanged; ask their writers to split or simplify the text.',
  ]);
  await suspendWriter(context, 'ada');
  await reinstateWriter(context, 'ada');
  assert.ok(!(await isPublic(old)) && (await isPublic(other)));
});
