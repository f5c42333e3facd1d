// Prepared queries: SQL that never changes is built and compiled once, because that takes longer than running it.

import type { Compilable, CompiledQuery, Kysely } from 'kysely';
import type { Tables } from '../tables.ts';
import { declaredRead, noteReads, type Reads } from '../topics/read-record.ts';
import type { Database } from './dialect.ts';

class Slot {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

type Build<Values, Row> = (db: Kysely<Tables>, values: Values) => Compilable<Row>;

export type Prepared<Values, Row> = (db: Database, values: Values) => Promise<Row[]>;

/** Returns null if the statement would wait for a lock. */
type Run = (sql: string, parameters: readonly unknown[]) => unknown[] | null;

const runs = new WeakMap<Kysely<Tables>, Run>();

/** Lets prepared queries skip Kysely's queue, which takes longer than most of them. */
export function runPreparedBy(reads: Kysely<Tables>, run: Run): void {
  runs.set(reads, run);
}

/** Returns the topics that the rows depend on. They must include a topic that changes when a row is added. */
type ReadsOf<Values, Row> = (values: Values, rows: readonly Row[]) => Reads;

/**
 * Each value must become an SQL parameter unchanged; values that decide what SQL is built need separate queries.
 * Without `readsOf`, every public change invalidates the result.
 */
export function prepared<Values extends object, Row>(
  build: Build<Values, Row>,
  readsOf: ReadsOf<Values, Row> = () => null,
): Prepared<Values, Row> {
  const compiled = new Map<string, CompiledQuery<Row>>();
  const filledIn = ({ read, dialect }: Database, values: Values): CompiledQuery<Row> => {
    const query = compiled.get(dialect.name) ?? build(read, slots<Values>()).compile();
    compiled.set(dialect.name, query);
    const parameters = query.parameters.map((each) =>
      each instanceof Slot ? Reflect.get(values, each.name) : each,
    );
    return { ...query, parameters };
  };
  return async (db, values) => {
    const query = filledIn(db, values);
    const run = runs.get(db.read);
    const read = async () => (await db.read.executeQuery<Row>(query)).rows;
    // Kysely derived the row type from the query.
    const rows = (run?.(query.sql, query.parameters) ?? null) as Row[] | null;
    if (rows === null) return declaredRead(read, (found) => readsOf(values, found));
    noteReads(() => readsOf(values, rows));
    return rows;
  };
}

/** A proxy whose properties are all parameter slots, although its type says that they are values. */
const slots = <Values extends object>() =>
  new Proxy({}, { get: (_, name) => new Slot(String(name)) }) as Values;
