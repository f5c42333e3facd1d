// Compares a database's schema with the one that its migrations make.

export interface SchemaObject {
  readonly kind: string;
  readonly name: string;
  /** The text to compare; empty if only names are compared. */
  readonly definition: string;
  /** The statement that creates the object, if an empty table is enough to run it. */
  readonly statement?: string;
}

export interface SchemaDifference extends SchemaObject {
  readonly isMissing: boolean;
}

/** Ignores objects that only the database has: an operator may add some. */
export function differences(
  expected: readonly SchemaObject[],
  found: readonly SchemaObject[],
): SchemaDifference[] {
  const keyOf = ({ kind, name }: SchemaObject) => `${kind} ${name}`;
  const definitions = new Map(found.map((each) => [keyOf(each), each.definition]));
  const tables = new Set(found.flatMap(({ kind, name }) => (kind === 'table' ? [name] : [])));
  // If a table is missing, its columns and constraints are not reported separately.
  const isTold = ({ kind, name }: SchemaObject) =>
    (kind === 'column' || kind === 'constraint') && !tables.has(name.replace(/\..*/, ''));
  return expected.flatMap((each) => {
    const definition = definitions.get(keyOf(each));
    if (definition === each.definition || isTold(each)) return [];
    return [{ ...each, isMissing: definition === undefined }];
  });
}
