// Link cards in a writer's texts: fetched while the writer edits, and stored with the next version.

import { type Card, cardsIn, NO_CARDS } from '../../schemas/cards/cards.ts';
import { cardUrlsIn, isCardUrl, siteName } from '../../schemas/cards/providers.ts';
import type { Store } from '../../store/store.ts';
import type { PieceVersionRow } from '../../store/tables/pieces.ts';
import type { Actor, WriterActor } from '../actor.ts';
import { type Context, timestamp } from '../operation.ts';
import { pieceIdFrom } from '../piece-ids.ts';
import { askOembed } from './ask-oembed.ts';
import type { NoAnswer } from './guarded-json.ts';

/** Fetched cards are reused for other texts of the same writer for this long. */
const FRESH_MS = 24 * 60 * 60_000;

export type FetchedCard = { card: Card } | { card: null; reason: string };

const REASONS: { readonly [why in NoAnswer]: (site: string) => string } = {
  none: (site) => `${site} has no card for this URL, so it stays a plain link.`,
  unanswered: (site) => `${site} didn’t respond, so it stays a plain link for now.`,
};

export async function fetchCard(
  { store, config, now }: Context,
  actor: WriterActor,
  url: string,
): Promise<FetchedCard> {
  if (!isCardUrl(url)) return { card: null, reason: 'There are no cards for this URL.' };
  const at = now();
  const [known] = await fetchedCards(store, actor.accountId, [url], at);
  if (known) return { card: known };
  const card = await askOembed(config, url);
  if (typeof card === 'string') return { card: null, reason: REASONS[card](siteName(url)) };
  const fetched = {
    account_id: actor.accountId,
    url,
    card: JSON.stringify(card),
    fetched_at: timestamp(at),
  };
  await store.transaction((tx) => tx.fetchedCards.put(fetched, freshSince(at)));
  return { card };
}

/** Keeps shown cards and adds those that the editor fetched. Fetches nothing itself; programs get no cards. */
export async function cardsOfText(
  store: Store,
  actor: Actor,
  body: string,
  at: Date,
  before: () => Promise<PieceVersionRow | undefined> = async () => undefined,
): Promise<string> {
  const urls = actor.kind === 'writer' ? cardUrlsIn(body) : [];
  if (urls.length === 0) return NO_CARDS;
  const previous = await before();
  const fetched = await fetchedCards(store, actor.accountId, urls, at);
  const found = new Map(
    [...fetched, ...(previous ? cardsIn(previous) : [])].map((card) => [card.url, card]),
  );
  return JSON.stringify(urls.flatMap((url) => found.get(url) ?? []));
}

/** `piece` is `new` for a text whose piece does not exist yet. */
export async function cardsOfPreview(
  { store, now }: Context,
  actor: WriterActor,
  body: string,
  piece: string,
): Promise<Card[]> {
  const before = async () => {
    const row = piece === 'new' ? undefined : await store.pieces.byId(pieceIdFrom(piece));
    return row?.author_id === actor.accountId
      ? store.pieces.version(row.id, row.working_version)
      : undefined;
  };
  return cardsIn({ cards: await cardsOfText(store, actor, body, now(), before) });
}

async function fetchedCards(store: Store, accountId: string, urls: string[], at: Date) {
  const rows = await store.fetchedCards.of(accountId, urls, freshSince(at));
  return cardsIn({ cards: `[${rows.map(({ card }) => card).join()}]` });
}

const freshSince = (at: Date) => timestamp(new Date(at.getTime() - FRESH_MS));
