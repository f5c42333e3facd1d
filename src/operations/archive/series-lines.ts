// Series as archive lines, for export and import, with their parts in order.

import { randomUUID } from 'node:crypto';
import { inSlugForm } from '../../rendering/text/slug.ts';
import type { SeriesLine } from '../../schemas/archive.ts';
import { SERIES_LIMITS } from '../../schemas/series/series-limits.ts';
import type { Store } from '../../store/store.ts';
import type { AuthorRow } from '../../store/tables/authors.ts';
import type { SeriesRow } from '../../store/tables/series.ts';
import { timestamp } from '../operation.ts';
import { refusal } from './refusals.ts';

const PAGE = 200;

export async function* seriesLines(store: Store, only: AuthorRow | null): AsyncGenerator<object> {
  let after = '';
  for (;;) {
    const page: SeriesRow[] = await store.series.page(after, PAGE, only?.id ?? null);
    if (page.length === 0) return;
    const ids = page.map(({ id }) => id);
    const authors = await store.authors.byIds([...new Set(page.map((row) => row.author_id))]);
    const slugOf = new Map(authors.map(({ id, slug }) => [id, slug]));
    const slugs = await store.series.slugsOf(ids);
    const parts = Map.groupBy(await store.series.partRows(ids), ({ series_id }) => series_id);
    for (const row of page) {
      yield {
        type: 'series',
        id: row.id,
        author: slugOf.get(row.author_id),
        ...{ title: row.title, slug: row.slug, slugs: slugs.get(row.id) ?? [] },
        description: row.description,
        parts: (parts.get(row.id) ?? []).map(({ piece_id }) => piece_id),
        ...{ created_at: row.created_at, updated_at: row.updated_at },
      };
    }
    after = page.at(-1)?.id ?? '';
  }
}

export function usableSeries(line: SeriesLine): SeriesLine {
  const odd = slugsIn(line).find((slug) => inSlugForm(slug) !== slug);
  if (odd)
    throw refusal(
      'slug',
      `The slug ${odd} has capital letters or other characters that a slug cannot have.`,
    );
  const parts = partsIn(line);
  if (new Set(parts).size < parts.length) throw refusal('parts', 'Expected each piece once.');
  return line;
}

const slugsIn = ({ slug, slugs = [] }: SeriesLine) => [...new Set([slug, ...slugs])];

const partsIn = ({ parts = [] }: SeriesLine) => parts.map((id) => id.toLowerCase());

export async function importSeries(
  store: Store,
  line: SeriesLine,
  author: AuthorRow,
  now: Date,
): Promise<void> {
  const id = line.id?.toLowerCase() ?? randomUUID();
  if (await store.series.byId(id)) throw refusal('id', 'Another series has this id.');
  const others = await store.series.ofAuthor(author.id);
  if (others.length >= SERIES_LIMITS.perWriter) {
    throw refusal('author', `A writer can have at most ${SERIES_LIMITS.perWriter} series.`);
  }
  for (const slug of slugsIn(line)) {
    if ((await store.series.slugOwner(author.id, slug)) !== undefined) {
      throw refusal('slug', `Another series of this author has or had the slug ${slug}.`);
    }
  }
  const parts = partsIn(line);
  for (const pieceId of parts) await requireFreePiece(store, pieceId, author);
  const created_at = timestamp(line.created_at ?? now);
  const row: SeriesRow = {
    ...{ id, author_id: author.id, slug: line.slug, title: line.title },
    description: line.description ?? '',
    ...{ created_at, updated_at: timestamp(line.updated_at ?? created_at) },
  };
  await store.series.insert(row);
  for (const slug of slugsIn(line)) await store.series.addSlug(row, slug);
  await store.series.addParts(
    parts.map((piece_id, sort_order) => ({ piece_id, series_id: id, sort_order })),
  );
}

async function requireFreePiece(store: Store, id: string, author: AuthorRow): Promise<void> {
  // A piece in the trash is accepted, because it belongs to the series again once restored.
  const piece = (await store.pieces.byId(id)) ?? (await store.trash.byId(id));
  if (piece?.author_id !== author.id) {
    throw refusal('parts', `${id} is not one of the author's pieces.`);
  }
  if ((await store.series.ofPiece(id)) !== undefined) {
    throw refusal('parts', `${id} is in another series already.`);
  }
}
