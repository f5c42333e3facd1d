// The errors of an import: which line, which field, and why.

import { type FieldError, Problem } from '../../errors.ts';

export interface LineError extends FieldError {
  line: number;
}

/** Thrown after the last line, with all errors; the import is rolled back. */
export class ImportRefused extends Error {
  readonly errors: LineError[];

  constructor(errors: LineError[]) {
    super(`Nothing was imported: ${errors.length} problems.`);
    this.errors = errors;
  }
}

export const refusal = (field: string, reason: string) =>
  new Problem('invalid_input', { errors: [{ field, reason }] });
