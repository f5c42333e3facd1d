// Checks that the database has the schema that its migrations make, with values of the right types.

import type { SchemaDifference } from '../../store/database/schema-differences.ts';
import type { Context } from '../operation.ts';
import { type Finding, REBUILD, RESTORE, unless, well, wrong } from './finding.ts';

/** Kinds of objects without which rows can't be read. */
const HOLDS_ROWS = ['table', 'column', 'view'];

export async function checkSchema({ store }: Context): Promise<readonly Finding[]> {
  try {
    const found = await store.integrity.schemaDifferences();
    return unless(found.map(problemOf), 'tables, indexes and triggers');
  } catch (error) {
    if (!isForbidden(error)) throw error;
    return [well('tables; this database user may not check indexes and triggers')];
  }
}

function problemOf(difference: SchemaDifference): Finding {
  const { kind, name, isMissing } = difference;
  const what = isMissing
    ? `The database has no ${kind} ${name}, which its migrations create`
    : `The ${kind} ${name} does not match the migrations`;
  const words = `${what}. ${remedyOf(difference)}`;
  return { ...wrong(words), isReadable: !HOLDS_ROWS.includes(kind) };
}

function remedyOf({ kind, name, statement, isMissing }: SchemaDifference): string {
  // Rebuilding recreates the search indexes too.
  if (kind === 'index' && name.endsWith('_index')) return REBUILD;
  if (statement === undefined || kind === 'view') return RESTORE;
  const drop = isMissing ? '' : 'drop it, ';
  return `Restore a backup, or stop the service, ${drop}run ${statement}; and run doctor again.`;
}

/** The comparison creates a temporary schema, which not every user may do. */
const isForbidden = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === '42501';

export async function checkTypes({ store }: Context): Promise<readonly Finding[]> {
  const found = await store.integrity.wrongValues();
  const problems = found.map(({ table, column, type, rows }) =>
    wrong(`${rows} rows of ${table} have a value that is not ${type} in ${column}. ${RESTORE}`),
  );
  return unless(problems, 'types of values');
}
