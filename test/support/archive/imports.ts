// The problems that an import reports, and valid lines for tests to alter.

import { importArchive } from '../../../src/operations/archive/import.ts';
import { ImportRefused } from '../../../src/operations/archive/refusals.ts';
import type { Context } from '../../../src/operations/operation.ts';

/** The problems of an import as `line: field`, in the order reported; empty if the import succeeds. */
export async function problemsOf(context: Context, lines: (object | string)[]): Promise<string[]> {
  const texts = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line)));
  try {
    await importArchive(context, texts);
    return [];
  } catch (error) {
    if (!(error instanceof ImportRefused)) throw error;
    return error.errors.map(({ line, field }) => `${line}: ${field}`);
  }
}

export const version = (fields: object = {}) => ({
  number: 1,
  saved_at: '2026-01-01T00:00:00.000Z',
  saved_by: { kind: 'writer', name: 'ada' },
  origin: 'created',
  headline: 'A headline',
  body_md: 'A body.',
  ...fields,
});

export const move = (fields: object = {}) => ({
  at: '2026-01-01T00:00:00.000Z',
  act: 'create',
  from: null,
  to: 'draft',
  by: { kind: 'writer', name: 'ada' },
  ...fields,
});
