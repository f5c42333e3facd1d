// A writer with a webhook: set at the desk, published to from the desk, delivered by the deliverer.

import assert from 'node:assert/strict';
import type { Context } from '../../src/operations/operation.ts';
import type { DatabaseKind } from '../support/databases/databases.ts';
import { type DeskBrowser, leadsTo } from '../support/desk/desk-browser.ts';
import { type Editing, idOf, startEditing } from '../support/desk/editing.ts';
import { deliverDue } from '../support/due-jobs.ts';
import { type Received, type Receiver, startReceiver } from './receiver.ts';

const BASE = 'http://localhost:3000';
export const PRESENCE = '/desk/edit/online-presence';
export const WEBHOOK = `${PRESENCE}/webhook`;
export const SETTINGS = { BASE_URL: BASE, WEBHOOK_ALLOW: '127.0.0.1' };

export interface World extends Editing {
  receiver: Receiver;
  secret: string;
  /** Sends what is due. */
  deliver(): Promise<void>;
  /** The requests received since the last call. */
  news(): Received[];
  /** A new piece, published; the URL of its page at the desk. */
  published(words?: string): Promise<string>;
  /** The only delivery, as the database has it. */
  delivery(page: string): Promise<Listed>;
}

type Listed = Awaited<ReturnType<Context['store']['deliveries']['ofAccount']>>[number];

/** Sets the webhook as a writer does; the secret as it is shown. */
async function setWebhook(writer: DeskBrowser, url: string): Promise<string> {
  const { body, statusCode } = await writer.submit(WEBHOOK, { url }, PRESENCE);
  const secret = /whsec_[A-Za-z0-9+/=]+/.exec(body)?.[0];
  assert.ok(secret, `${statusCode}: ${body}`);
  return secret;
}

export async function startWorld(kind: DatabaseKind, settings = {}): Promise<World> {
  const editing = await startEditing(kind, { ...SETTINGS, ...settings });
  const receiver = await startReceiver();
  const { context } = editing.gate;
  let seen = 0;
  return {
    ...editing,
    receiver,
    secret: await setWebhook(editing.writer, receiver.url),
    deliver: () => deliverDue(context),
    news() {
      const fresh = receiver.received.slice(seen);
      seen = receiver.received.length;
      return fresh;
    },
    async published(words) {
      const page = await editing.piece(words);
      leadsTo(await editing.writer.submit(`${page}/publish`, { version: '1' }));
      return page;
    },
    async delivery(page) {
      const author = await context.store.authors.bySlug('ada');
      const all = await context.store.deliveries.ofAccount(author?.id ?? '', 1_000);
      const one = all.find(({ piece_id }) => piece_id === idOf(page));
      assert.ok(one, `no delivery of ${page}`);
      return one;
    },
  };
}
