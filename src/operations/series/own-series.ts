// A writer's series at the desk. Only the writer can change them; API keys and apps can't.

import { randomUUID } from 'node:crypto';
import { invalidField, Problem } from '../../errors.ts';
import { inSlugForm, slugify } from '../../rendering/text/slug.ts';
import { SeriesForm } from '../../schemas/series/series.ts';
import { SERIES_LIMITS } from '../../schemas/series/series-limits.ts';
import type { DeskPart } from '../../store/series/series.ts';
import type { Store } from '../../store/store.ts';
import type { SeriesRow } from '../../store/tables/series.ts';
import { checkerOf, isUuid } from '../../validation.ts';
import type { Actor, WriterActor } from '../actor.ts';
import { type Context, timestamp } from '../operation.ts';
import { hashOf } from '../secrets.ts';

export type { DeskPart, SeriesRow };

const check = checkerOf(SeriesForm);

const MOST_OFFERED = 500;

export interface ListedSeries {
  row: SeriesRow;
  parts: number;
  published: number;
}

export interface OwnSeries {
  row: SeriesRow;
  parts: DeskPart[];
  /** A hash of title, slug and description, which reveals edits since a form was shown. */
  mark: string;
}

export async function ownSeriesList(
  { store }: Context,
  { accountId }: WriterActor,
): Promise<ListedSeries[]> {
  const rows = await store.series.ofAuthor(accountId);
  const parts = await store.series.partRows(rows.map(({ id }) => id));
  const published = await store.series.publishedCounts(accountId);
  return rows.map((row) => ({
    row,
    parts: parts.filter(({ series_id }) => series_id === row.id).length,
    published: published.get(row.id) ?? 0,
  }));
}

export async function seriesChoices(
  { store }: Context,
  { accountId }: WriterActor,
  pieceId: string | null,
): Promise<{ all: SeriesRow[]; chosen: string | undefined }> {
  const all = await store.series.ofAuthor(accountId);
  const isAsked = pieceId !== null && all.length > 0;
  return { all, chosen: isAsked ? await store.series.ofPiece(pieceId) : undefined };
}

export async function ownSeries(
  { store }: Context,
  actor: WriterActor,
  id: string,
): Promise<OwnSeries> {
  return oneOf(store, await store.series.ofAuthor(actor.accountId), id);
}

async function oneOf(store: Store, rows: SeriesRow[], id: string): Promise<OwnSeries> {
  const row = rows.find((each) => each.id === id.toLowerCase());
  if (!row) throw new Problem('not_found');
  return { row, parts: await store.series.parts(row.id), mark: markOf(row) };
}

const markOf = ({ title, slug, description }: SeriesRow) =>
  hashOf(JSON.stringify([title, slug, description]));

export const partCandidates = ({ store }: Context, { accountId }: WriterActor) =>
  store.series.candidates(accountId, MOST_OFFERED);

/** Runs a transaction with all of the writer's series locked. */
function changing<Result>(
  { store }: Context,
  actor: Actor,
  work: (tx: Store, rows: SeriesRow[]) => Promise<Result>,
): Promise<Result> {
  if (actor.kind !== 'writer') throw new Problem('forbidden');
  return store.transaction(async (tx) => work(tx, await tx.series.lock(actor.accountId)));
}

export function createSeries(context: Context, actor: Actor, given: SeriesForm): Promise<string> {
  const isNamed = given.slug !== '';
  const form = check({ ...given, slug: isNamed ? given.slug : slugFrom(given.title) });
  return changing(context, actor, async (tx, rows) => {
    if (rows.length >= SERIES_LIMITS.perWriter) throw new Problem('many_series');
    const id = randomUUID();
    const at = timestamp(context.now());
    const { accountId } = actor;
    const slug = isNamed
      ? await slugFor(tx, { id, author_id: accountId }, form.slug)
      : await freeSlug(tx, accountId, form.slug);
    const row = { ...form, slug, id, author_id: accountId };
    await tx.series.insert({ ...row, created_at: at, updated_at: at });
    return id;
  });
}

const slugFrom = (title: string) => (inSlugForm(title) === '' ? 'series' : slugify(title));

/** Throws if the series has changed since the form was shown. An old slug redirects to the new one. */
export function saveSeries(
  context: Context,
  actor: Actor,
  { id, mark, given }: { id: string; mark: string; given: SeriesForm },
): Promise<void> {
  const form = check({ ...given, slug: given.slug || slugFrom(given.title) });
  return changing(context, actor, async (tx, rows) => {
    const { row, mark: current } = await oneOf(tx, rows, id);
    if (current !== mark) throw new Problem('series_changed');
    const slug = await slugFor(tx, row, form.slug);
    await tx.series.addSlug(row, slug);
    await tx.series.update(row.id, { ...form, slug, updated_at: timestamp(context.now()) });
  });
}

async function slugFor(
  store: Store,
  { id, author_id }: Pick<SeriesRow, 'id' | 'author_id'>,
  given: string,
): Promise<string> {
  const slug = given.normalize('NFC');
  const owner = await store.series.slugOwner(author_id, slug);
  if (owner === id) return slug;
  if (inSlugForm(slug) !== slug) {
    throw refused(`Use lower-case letters, digits and hyphens, such as ${slugFrom(slug)}.`);
  }
  if (owner === undefined) return slug;
  const free = await freeSlug(store, author_id, slug);
  throw refused(`Another of your series has or had this slug. Choose another, such as ${free}.`);
}

const refused = (reason: string, field = 'slug') => invalidField(field, reason);

const GONE = {
  piece: () => refused('This is not one of your pieces. Choose another.', 'piece'),
  series: () => refused('This is not one of your series. Choose another.', 'series'),
};

async function freeSlug(store: Store, authorId: string, wanted: string): Promise<string> {
  for (let number = 1; number <= SERIES_LIMITS.perWriter; number += 1) {
    const slug = number === 1 ? wanted : `${wanted}-${number}`;
    if ((await store.series.slugOwner(authorId, slug)) === undefined) return slug;
  }
  return `${wanted}-${randomUUID().slice(0, 8)}`;
}

/** The parts of a deleted series remain as pieces. */
export function deleteSeries(context: Context, actor: Actor, id: string): Promise<void> {
  return changing(context, actor, async (tx, rows) => {
    await tx.series.remove((await oneOf(tx, rows, id)).row.id);
  });
}

interface Put {
  pieceId: string;
  seriesId: string | null;
  /** Which of the two the form offers as a choice. If the chosen one is gone, the error names that field. */
  chosen: 'piece' | 'series';
}

/** Adds a piece at the end of a series, or removes it. A piece is in at most one series. */
export function putInSeries(context: Context, actor: Actor, put: Put): Promise<void> {
  return changing(context, actor, async (tx, rows) => {
    const after = seriesFor(rows, put);
    const pieceId = await pieceFor(tx, actor, put);
    const before = await tx.series.ofPiece(pieceId);
    if (before === after) return;
    const updated_at = timestamp(context.now());
    if (before !== undefined) await tx.series.update(before, { updated_at });
    if (after === undefined) return tx.series.removePart(pieceId);
    const parts = await tx.series.partRows([after]);
    if (parts.length >= SERIES_LIMITS.parts) throw new Problem('series_full');
    const sort_order = (parts.at(-1)?.sort_order ?? -1) + 1;
    await tx.series.addPart({ piece_id: pieceId, series_id: after, sort_order });
    await tx.series.update(after, { updated_at });
  });
}

function seriesFor(rows: SeriesRow[], { seriesId, chosen }: Put): string | undefined {
  if (seriesId === null) return undefined;
  const row = rows.find(({ id }) => id === seriesId.toLowerCase());
  if (row) return row.id;
  throw chosen === 'series' ? GONE.series() : new Problem('not_found');
}

async function pieceFor(store: Store, actor: Actor, { pieceId, chosen }: Put): Promise<string> {
  const piece = isUuid(pieceId) ? await store.pieces.byId(pieceId.toLowerCase()) : undefined;
  if (piece?.author_id === actor.accountId) return piece.id;
  throw chosen === 'piece' ? GONE.piece() : new Problem('piece_not_found');
}

/** `to` returns a zero-based place; a place beyond the end counts as the end. */
export function movePart(
  context: Context,
  actor: Actor,
  { id, pieceId, to }: { id: string; pieceId: string; to: (from: number) => number },
): Promise<void> {
  return changing(context, actor, async (tx, rows) => {
    const { row, parts } = await oneOf(tx, rows, id);
    const ids = parts.map((part) => part.id);
    const from = ids.indexOf(pieceId.toLowerCase());
    if (from < 0) throw new Problem('piece_not_found');
    const order = ids.toSpliced(from, 1);
    order.splice(Math.max(0, to(from)), 0, ...ids.slice(from, from + 1));
    // Parts in the trash keep their places.
    const all = await tx.series.partRows([row.id]);
    const next = order.values();
    for (const [place, part] of all.entries()) {
      const piece = ids.includes(part.piece_id) ? (next.next().value ?? '') : part.piece_id;
      const known = all.find(({ piece_id }) => piece_id === piece);
      if (known?.sort_order !== place) await tx.series.placePart(piece, place);
    }
    await tx.series.update(row.id, { updated_at: timestamp(context.now()) });
  });
}
