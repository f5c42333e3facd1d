// How long the long tests run: a little in every test run, in full in a soak, which gets their figures.

import { appendFileSync } from 'node:fs';
import type { Row } from '../../bench/support/report.ts';

/** The share of the full length: 1 is all of it. */
const share = Number(process.env['SOAK'] ?? 0);

export const rounds = (usually: number, inFull: number) =>
  share > 0 ? Math.max(usually, Math.ceil(inFull * share)) : usually;

/** For the page that the soak is recorded on; anywhere else it is not noted. */
export function noteFigure(what: string, value: number, is: Row['is'], bar: number): void {
  const file = process.env['SOAK_FIGURES'];
  const row: Row = { what, value, unit: '', is, bar };
  if (file) appendFileSync(file, `${JSON.stringify(row)}\n`);
}
