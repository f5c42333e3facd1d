// Converts the filters of a request for pieces to those of the store.

import { Problem } from '../../errors.ts';
import { isSlug } from '../../schemas/text.ts';
import type { PieceFilter } from '../../store/search/piece-filter.ts';
import type { Store } from '../../store/store.ts';
import { isDay } from '../../validation.ts';
import { timestamp } from '../operation.ts';

interface Asked {
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

/** Throws for an unknown slug, because an empty list would look like a correct response. */
async function authorIn(store: Store, { author: slug }: Asked) {
  if (slug === undefined) return undefined;
  const row = isSlug(slug) ? await store.authors.onPage(slug) : undefined;
  if (!row) throw new Problem('author_not_found');
  return row;
}

/** Applies the basic filtering of RFC 4647: `en` also matches more specific tags such as `en-GB`. */
async function localesIn(store: Store, range: string): Promise<string[]> {
  const wanted = range.toLowerCase();
  return (await store.publications.locales()).filter((locale) =>
    `${locale.toLowerCase()}-`.startsWith(`${wanted}-`),
  );
}

/** Completes a date by the given time, so that a range includes its first and last day. */
export const momentOf = (given: string, time: string) =>
  timestamp(isDay(given) ? `${given}T${time}Z` : given);
