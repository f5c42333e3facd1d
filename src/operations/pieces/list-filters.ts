// Filters of piece lists, from the request to the store.

import { Problem } from '../../errors.ts';
import { isSlug } from '../../schemas/text.ts';
import type { PieceFilter } from '../../store/search/piece-filter.ts';
import type { Store } from '../../store/store.ts';
import { isDay } from '../../validation.ts';
import { timestamp } from '../operation.ts';

interface Asked {
  /** A current or former slug. */
  author?: string;
  category?: string;
  tag?: string;
  locale?: string;
  since?: string;
  until?: string;
}

export async function filterFrom(store: Store, asked: Asked): Promise<PieceFilter> {
  const { category, tag, locale, since, until } = asked;
  const found = await authorIn(store, asked);
  return {
    ...(found && { authorId: found.id }),
    ...(category !== undefined && { category }),
    ...(tag !== undefined && { tag: tag.trim() }),
    ...(locale !== undefined && { locales: await localesIn(store, locale) }),
    ...(since !== undefined && { since: momentOf(since, '00:00:00.000') }),
    ...(until !== undefined && { until: momentOf(until, '23:59:59.999') }),
  };
}

/** An unknown slug is an error, because an empty list would look like an answer. */
async function authorIn(store: Store, { author: slug }: Asked) {
  if (slug === undefined) return undefined;
  const row = isSlug(slug) ? await store.authors.onPage(slug) : undefined;
  if (!row) throw new Problem('author_not_found');
  return row;
}

/** Basic filtering of RFC 4647: a language matches its more specific tags too. */
async function localesIn(store: Store, range: string): Promise<string[]> {
  const wanted = range.toLowerCase();
  return (await store.publications.locales()).filter((locale) =>
    `${locale.toLowerCase()}-`.startsWith(`${wanted}-`),
  );
}

/** A day counts from its first moment, or to its last. */
export const momentOf = (given: string, time: string) =>
  timestamp(isDay(given) ? `${given}T${time}Z` : given);
