// The first pass of an import: checks and renders each line before the transaction, which blocks other writers.

import { Problem } from '../../errors.ts';
import { type Rendered, renderMarkdown } from '../../rendering/on-thread/markdown.ts';
import { latestTime } from '../publishing/publishing-clock.ts';
import { liveContent } from './piece-rows.ts';
import { type ArchiveLine, readLine } from './read-line.ts';
import { type LineError, lineErrors, MOST_ERRORS } from './refusals.ts';
import type { Spool } from './spool.ts';

export type Lines = AsyncIterable<string> | Iterable<string>;

export interface PreparedLine {
  line: number;
  record: ArchiveLine;
  rendered: Rendered | null;
}

export async function prepareLines(
  lines: Lines,
  spool: Spool<PreparedLine>,
  now: Date,
): Promise<LineError[]> {
  const latest = latestTime(now);
  const errors: LineError[] = [];
  let line = 0;
  for await (const text of lines) {
    line += 1;
    if (text.trim() === '') continue;
    try {
      const record = readLine(text, latest);
      await spool.add({ line, record, rendered: await rendering(record) });
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      errors.push(...lineErrors(line, error));
    }
    if (errors.length >= MOST_ERRORS) break;
  }
  return errors;
}

async function rendering(record: ArchiveLine): Promise<Rendered | null> {
  if (record.type === 'page' && record.published) return renderMarkdown(record.published.body_md);
  if (record.type !== 'piece' || record.status !== 'approved') return null;
  const { body_md, cards } = liveContent(record);
  return renderMarkdown(body_md, cards);
}
