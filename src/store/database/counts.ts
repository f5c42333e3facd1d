// Counts the rows of a query, and gives the next number of a numbered list.

import { type SelectQueryBuilder, sql } from 'kysely';

export async function countOf<Db, From extends keyof Db>(
  rows: SelectQueryBuilder<Db, From, object>,
): Promise<number> {
  const [row] = await rows.select(sql`count(*)`.as('count')).$castTo<{ count: number }>().execute();
  return Number(row?.count);
}

/** Call nextNumber in the transaction that has locked the piece: otherwise two rows could get the same number. */
export async function nextNumber<Db, From extends keyof Db>(
  rows: SelectQueryBuilder<Db, From, object>,
): Promise<number> {
  const [row] = await rows
    .select(sql`max(number)`.as('last'))
    .$castTo<{ last: number | null }>()
    .execute();
  return (row?.last ?? 0) + 1;
}
