// The errors of an import: which line, which field, and why.

import { type FieldError, Problem } from '../../errors.ts';

export interface LineError extends FieldError {
  line: number;
}

// The maximum number of errors, so that they fit into memory.
export const MOST_ERRORS = 1000;

/** Thrown with all errors after the last line, which rolls the import back. */
export class ImportRefused extends Error {
  readonly errors: LineError[];

  constructor(errors: LineError[]) {
    super(`Nothing was imported: ${errors.length} problems.`);
    this.errors = errors;
  }
}

export function lineErrors(line: number, { errors, reason, more }: Problem): LineError[] {
  const found = (errors ?? [{ field: 'line', reason }]).map((each) => ({ line, ...each }));
  if (more === 0) return found;
  const rest = `And ${more} more fields of this line are not as expected.`;
  return [...found, { line, field: 'line', reason: rest }];
}

export const refusal = (field: string, reason: string) =>
  new Problem('invalid_input', { errors: [{ field, reason }] });
