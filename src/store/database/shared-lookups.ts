// Concurrent lookups share queries. No lookup returns a row read before it began, so revoked keys fail immediately.

import type { Database } from './dialect.ts';
import type { Prepared } from './prepared-queries.ts';

interface UnderWay<Row> {
  readonly current: Promise<Row | undefined>;
  next: Promise<Row | undefined> | null;
}

type Lookup<Row> = (db: Database, hash: string) => Promise<Row | undefined>;

export function sharedLookup<Row>(query: Prepared<{ hash: string }, Row>): Lookup<Row> {
  const lookups = new WeakMap<Database, Map<string, UnderWay<Row>>>();
  const begin = async (db: Database, hash: string) => (await query(db, { hash }))[0];

  function start(db: Database, hash: string): Promise<Row | undefined> {
    const ofDatabase = lookups.get(db) ?? new Map<string, UnderWay<Row>>();
    lookups.set(db, ofDatabase);
    const lookup = { current: begin(db, hash), next: null };
    ofDatabase.set(hash, lookup);
    const end = () => void ofDatabase.delete(hash);
    lookup.current.then(end, end);
    return lookup.current;
  }

  return async (db, hash) => {
    const underWay = lookups.get(db)?.get(hash);
    if (!underWay) return start(db, hash);
    const again = () => start(db, hash);
    underWay.next ??= underWay.current.then(again, again);
    return underWay.next;
  };
}
