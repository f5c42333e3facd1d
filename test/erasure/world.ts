// A writer with something in every table that has rows of an account, and another writer whose piece she approved.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { CSRF_FIELD } from '../../src/http/pages/csrf.ts';
import { importArchive } from '../../src/operations/archive/import.ts';
import { askErasure } from '../../src/operations/erasure/ask-erasure.ts';
import { eraseDue } from '../../src/operations/erasure/erase-due.ts';
import { series } from '../support/archive/records.ts';
import type { DatabaseKind } from '../support/databases/databases.ts';
import { sqlAt } from '../support/databases/sql.ts';
import { DAY } from '../support/desk/desk.ts';
import { type DeskBrowser, leadsTo } from '../support/desk/desk-browser.ts';
import { textFields } from '../support/desk/texts.ts';
import {
  addKey,
  addWriter,
  browserOf,
  type Gate,
  gateAt,
  post,
  startGate,
} from '../support/gate.ts';
import { at, type Json } from '../support/json.ts';
import { ALLOWED, connected } from '../support/oauth.ts';

/** In everything that is hers alone, and in nothing that was ever public but her name. */
export const MARK = 'zorah';

export interface World {
  gate: Gate;
  accountId: string;
  zorah: DeskBrowser;
  chief: DeskBrowser;
  /** Public, with changes that are not. */
  published: string;
  draft: string;
  /** The other writer's, which Zorah approved and wrote a note on. */
  approved: string;
}

const idIn = (url: string) => /[0-9a-f-]{36}/.exec(url)?.[0] ?? assert.fail(url);
export const page = (id: string, rest = '') => `/desk/edit/pieces/${id}${rest}`;

export async function startWorld(kind: DatabaseKind): Promise<World> {
  const gate = await startGate(kind, { WEBHOOK_ALLOW: '127.0.0.0/8', DELIVERIES: 'off' });
  const { accountId, zorah, published, draft } = await zorahAt(gate);
  const chief = await browserOf(gate, await addWriter(gate, 'chief', { admin: true }));
  const approved = await reviewed(gate, chief);
  return { gate, accountId, zorah, chief, published, draft, approved };
}

async function zorahAt(gate: Gate) {
  const person = await addWriter(gate, MARK, { admin: true });
  const zorah = await browserOf(gate, person);
  const { store } = gate.context;
  const { id: accountId } = person;
  await zorah.submit('/desk/edit/profile', {
    name: `Zorah Z`,
    slug: 'zorah-z',
    bio: 'Zorah writes.',
  });
  const { key } = await addKey(gate, MARK, { name: `the laptop of ${MARK}` });
  await store.webhooks.add({
    ...{ account_id: accountId, url: `https://${MARK}.example/hook`, secret: `${MARK} secret` },
    ...{ previous_until: null, enabled: 1, disabled_reason: null, failing_since: null },
    ...{ events: '[]', created_at: now(gate), updated_at: now(gate) },
  });
  const published = await publishedPiece(gate, zorah, key);
  const draft = idIn(
    leadsTo(await zorah.submit(page('new'), withImage(await image(zorah, published)))),
  );
  await discussed(gate, zorah, draft, key);
  await trashed(zorah);
  await access(gate, accountId, zorah);
  await shop(gate, zorah, draft, published);
  return { accountId, zorah, published, draft };
}

const now = ({ clock }: Gate) => clock.now().toISOString();

/** Drafted by a program and published; nothing of it names her but the record. */
async function publishedPiece(gate: Gate, zorah: DeskBrowser, key: string): Promise<string> {
  const drafted = await post(gate, key, { headline: 'On tides', body_md: 'The moon pulls.' });
  assert.equal(drafted.statusCode, 201, drafted.body);
  const id = String(at(drafted.json<Json>(), 'id'));
  gate.clock.advance(60_000);
  const text = { ...textFields('1', 1), headline: 'On tides', body_md: 'I have seen it.' };
  leadsTo(await zorah.submit(page(id), text));
  leadsTo(await zorah.submit(page(id, '/publish'), { version: '2', declaration: 'assisted' }));
  gate.clock.advance(60_000);
  const changed = {
    ...textFields('2', 2),
    headline: 'On tides',
    body_md: `Not yet, says ${MARK}.`,
  };
  leadsTo(await zorah.submit(page(id), changed));
  return id;
}

export async function image(browser: DeskBrowser, piece: string): Promise<string> {
  const token = await browser.csrfToken('/desk');
  const body = await sharp({ create: { width: 40, height: 30, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();
  const answer = await browser.upload(page(piece, '/pictures'), [
    { name: CSRF_FIELD, body: token },
    { name: 'file', fileName: 'a.png', type: 'image/png', body },
  ]);
  const found = /\/media\/[0-9a-f]{64}-\d+x\d+/.exec(answer.body)?.[0];
  return found ?? assert.fail(answer.body);
}

const withImage = (url: string) => ({
  ...textFields(MARK),
  body_md: `What ${MARK} thinks.\n\n![A sea](${url})`,
});

async function discussed({ app }: Gate, zorah: DeskBrowser, draft: string, key: string) {
  leadsTo(await zorah.submit(page(draft, '/conversation'), { body: `A note of ${MARK}.` }));
  leadsTo(await zorah.submit(page(draft, '/preview')));
  const headers = { authorization: `Bearer ${key}`, 'if-match': '"v1"' };
  const payload = { headline: `Proposed to ${MARK}`, body_md: 'Other words.' };
  const answer = await app.inject({
    method: 'PUT',
    url: `/api/v1/pieces/${draft}`,
    headers,
    payload,
  });
  assert.equal(answer.statusCode, 202, answer.body);
  const time = { when: 'later', time: '2026-06-16T12:00', zone: 'UTC', version: '1' };
  leadsTo(await zorah.submit(page(draft, '/publish'), { ...time, declaration: 'human' }));
}

async function trashed(zorah: DeskBrowser): Promise<void> {
  const id = idIn(leadsTo(await zorah.submit(page('new'), textFields(`${MARK} trashed`))));
  leadsTo(await zorah.submit(page(id, '/delete')));
}

async function access(gate: Gate, accountId: string, zorah: DeskBrowser): Promise<void> {
  const { store } = gate.context;
  await connected(gate.app, zorah, ALLOWED);
  await store.passkeys.insert({
    ...{ id: `passkey of ${MARK}`, account_id: accountId, name: `${MARK}’s phone`, counter: 0 },
    ...{ public_key: 'x', transports: '', created_at: now(gate), last_used_at: null },
  });
  const link = { created_at: now(gate), expires_at: later(gate), hash: randomUUID() };
  await store.tokens.insert({
    ...{ ...link, purpose: 'password_reset', account_id: accountId, used_at: null, made_by: null },
  });
  await store.invitations.insert({
    ...{ ...link, id: randomUUID(), email: `friend-of-${MARK}@press.example`, is_admin: 0 },
    invited_by: accountId,
  });
  await store.signUps.insert({
    ...{
      ...link,
      email: `${MARK}@press.example`,
      slug: 'other',
      name: 'Other',
      password_hash: 'x',
    },
  });
  const card = { account_id: accountId, url: `https://${MARK}.example/`, card: '{}' };
  await store.fetchedCards.put({ ...card, fetched_at: now(gate) }, now(gate));
}

const later = ({ clock }: Gate) => new Date(clock.now().getTime() + DAY).toISOString();

async function shop(gate: Gate, zorah: DeskBrowser, draft: string, published: string) {
  const product = {
    ...{ name: `A book by ${MARK}`, description: '', price: '12.00', currency: 'EUR' },
    ...{ category: 'book', payment_url: `https://${MARK}.example/pay`, listed: 'yes' },
  };
  leadsTo(await zorah.submit('/desk/edit/shop/new', product));
  const lines = [
    series('zorah-z', [{ id: draft }], { id: randomUUID(), slug: `${MARK}s`, title: `${MARK}s` }),
    series('zorah-z', [{ id: published }], { id: randomUUID(), slug: 'tides', title: 'Tides' }),
  ];
  await importArchive(
    gate.context,
    lines.map((line) => JSON.stringify(line)),
  );
}

/** On the same database, another process has REVIEW on. */
async function reviewed(gate: Gate, chief: DeskBrowser): Promise<string> {
  const review = await gateAt(gate.place, { REVIEW: 'on' }, gate.clock);
  const ben = await browserOf(review, await addWriter(gate, 'ben'));
  const reviewer = await browserOf(review, {
    ...{ slug: MARK, email: `${MARK}@press.example`, password: `the password of ${MARK}` },
  });
  assert.ok(chief);
  const id = idIn(leadsTo(await ben.submit(page('new'), textFields('of Ben'))));
  leadsTo(await ben.submit(page(id, '/publish'), { version: '1', declaration: 'human' }));
  leadsTo(
    await reviewer.submit(page(id, '/conversation'), { body: 'Well said.' }, `/desk/review/${id}`),
  );
  leadsTo(await reviewer.submit(`/desk/review/${id}`, { decision: 'approve', version: '1' }));
  return id;
}

export const asked = ({ gate, accountId }: World, choice: { pieces: string; keep_as?: string }) =>
  askErasure(gate.context, { accountId, by: 'writer', actor: null }, choice);

/** After the days have passed. */
export async function erased(world: World, choice: { pieces: string; keep_as?: string }) {
  await asked(world, choice);
  world.gate.clock.advance(15 * DAY);
  await eraseDue(world.gate.context);
}

/** Every row of every table as text, by table. */
export async function everyRow({ gate }: World): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const table of await gate.context.store.integrity.tableNames()) {
    const rows = await sqlAt(gate.place, `SELECT * FROM ${table}`);
    found.set(table, JSON.stringify(rows.map((row) => JSON.stringify(row)).toSorted()));
  }
  return found;
}
