// What `piece_heads t` has of a publication beside its headline and standfirst, as the migration puts it there.

import { type RawBuilder, sql } from 'kysely';
import { allOf, type PieceFilter } from '../publications/piece-filter.ts';

/** Of a longer time, the months are too many to look each of them up. */
const MONTHS_AT_MOST = 60;

/** One facet of each must be there. Those of the time are those of its months: it begins and ends within them. */
function facetsOf({ authorId, tag, locales, since, until }: PieceFilter): string[][] {
  return [
    authorId === undefined ? [] : [`author:${authorId}`],
    tag === undefined ? [] : [`tag:${tag}`],
    (locales ?? []).map((locale) => `locale:${locale}`),
    monthsIn(since, until).map((month) => `month:${month}`),
  ].filter((each) => each.length > 0);
}

/** None where there is no first or no last one, or too many. */
function monthsIn(since: string | undefined, until: string | undefined): string[] {
  if (since === undefined || until === undefined) return [];
  const [first, last] = [monthOf(since), monthOf(until)];
  if (last < first || last - first >= MONTHS_AT_MOST) return [];
  return Array.from({ length: last - first + 1 }, (_, at) => monthText(first + at));
}

const monthOf = (moment: string) =>
  Number(moment.slice(0, 4)) * 12 + Number(moment.slice(5, 7)) - 1;

const monthText = (month: number) =>
  `${String(Math.floor(month / 12)).padStart(4, '0')}-${String((month % 12) + 1).padStart(2, '0')}`;

/** Whether the index of heads narrows a search by a time. */
export const isByMonth = ({ since, until }: PieceFilter) => monthsIn(since, until).length > 0;

/** Whether it has several facets, which together may leave far fewer pieces than each. */
export const isManifold = (filter: PieceFilter) => facetsOf(filter).length > 1;

/** Each list is one value: the statement is the same for one month and for many. */
export const hasFacets = (filter: PieceFilter): RawBuilder<unknown> =>
  allOf(facetsOf(filter).map((some) => sql`t.facets && ${some}::text[]`));
