// What a database should have been made of by its migrations, and what of that is missing or different.

/** A table, a column, an index, a trigger: whatever a migration makes. */
export interface SchemaObject {
  readonly kind: string;
  readonly name: string;
  /** What it has to be like, if more than its name counts. */
  readonly definition: string;
  /** The statement that makes it, where it can be made without any rows. */
  readonly statement?: string;
}

/** An object that the migrations make and the database does not have, or not like this. */
export interface SchemaDifference extends SchemaObject {
  readonly isMissing: boolean;
}

/** What an operator has added is no difference. */
export function differences(
  expected: readonly SchemaObject[],
  found: readonly SchemaObject[],
): SchemaDifference[] {
  const keyOf = ({ kind, name }: SchemaObject) => `${kind} ${name}`;
  const definitions = new Map(found.map((each) => [keyOf(each), each.definition]));
  const tables = new Set(found.flatMap(({ kind, name }) => (kind === 'table' ? [name] : [])));
  // Of a table that is gone, everything else is gone too.
  const isTold = ({ kind, name }: SchemaObject) =>
    (kind === 'column' || kind === 'constraint') && !tables.has(name.replace(/\..*/, ''));
  return expected.flatMap((each) => {
    const definition = definitions.get(keyOf(each));
    if (definition === each.definition || isTold(each)) return [];
    return [{ ...each, isMissing: definition === undefined }];
  });
}
