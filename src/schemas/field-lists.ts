// Typed objects made from a list of field names, with a value for each.

/** Unlike `Object.keys`, returns the names as their literal types. */
export const namesOf = <List extends object>(list: List) =>
  Object.keys(list) as (keyof List & string)[];

export const valuesFor = <Field extends string, Value>(
  fields: readonly Field[],
  make: (field: Field) => Value,
) => Object.fromEntries(fields.map((field) => [field, make(field)])) as { [F in Field]: Value };

export const pick = <Whole extends object, Field extends keyof Whole & string>(
  whole: Whole,
  fields: readonly Field[],
): Pick<Whole, Field> =>
  Object.fromEntries(fields.map((field) => [field, whole[field]])) as Pick<Whole, Field>;
