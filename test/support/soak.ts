// How long the stress tests run: shortly in every test run, in full in a soak, which also records their figures.

import { appendFileSync } from 'node:fs';
import type { Row } from '../../bench/support/report.ts';

/** The share of the full length; 1 is all of it. */
const share = Number(process.env['SOAK'] ?? 0);

export const rounds = (usually: number, inFull: number) =>
  share > 0 ? Math.max(usually, Math.ceil(inFull * share)) : usually;

/** Records a figure for the page with the soak's results. Without a soak, does nothing. */
export function noteFigure(what: string, value: number, is: Row['is'], bar: number): void {
  const file = process.env['SOAK_FIGURES'];
  const row: Row = { what, value, unit: '', is, bar };
  if (file) appendFileSync(file, `${JSON.stringify(row)}\n`);
}
