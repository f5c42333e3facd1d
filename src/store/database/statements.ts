// Frequent statements, compiled once, because compiling takes longer than running them.

import type { Compilable, CompiledQuery } from 'kysely';
import type { Dialect } from './dialect.ts';

const made = new WeakMap<Dialect, Map<string, CompiledQuery>>();

export function statementOf<Row>(
  dialect: Dialect,
  name: string,
  make: () => Compilable<Row>,
  parameters: readonly unknown[],
): CompiledQuery<Row> {
  const known = made.get(dialect) ?? new Map<string, CompiledQuery>();
  made.set(dialect, known);
  const statement = known.get(name) ?? make().compile();
  known.set(name, statement);
  return { ...statement, parameters };
}
