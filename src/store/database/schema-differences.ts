// Differences between a database's schema and the one that its migrations make.

export interface SchemaObject {
  readonly kind: string;
  readonly name: string;
  /** The text to compare; empty if only the name counts. */
  readonly definition: string;
  /** The statement that makes the object, if it needs no rows. */
  readonly statement?: string;
}

export interface SchemaDifference extends SchemaObject {
  readonly isMissing: boolean;
}

/** Objects that an operator has added are no difference. */
export function differences(
  expected: readonly SchemaObject[],
  found: readonly SchemaObject[],
): SchemaDifference[] {
  const keyOf = ({ kind, name }: SchemaObject) => `${kind} ${name}`;
  const definitions = new Map(found.map((each) => [keyOf(each), each.definition]));
  const tables = new Set(found.flatMap(({ kind, name }) => (kind === 'table' ? [name] : [])));
  // A missing table is reported without its columns and constraints.
  const isTold = ({ kind, name }: SchemaObject) =>
    (kind === 'column' || kind === 'constraint') && !tables.has(name.replace(/\..*/, ''));
  return expected.flatMap((each) => {
    const definition = definitions.get(keyOf(each));
    if (definition === each.definition || isTold(each)) return [];
    return [{ ...each, isMissing: definition === undefined }];
  });
}
