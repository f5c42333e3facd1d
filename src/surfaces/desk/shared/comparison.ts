// The diff of two versions side by side: removed text is struck out, added text is underlined.

import { contentRecord } from '../../../operations/pieces/content.ts';
import type { Version } from '../../../operations/pieces/versions.ts';
import type { Part, Row } from '../../../rendering/diff/text-diff.ts';
import { compare } from '../../../rendering/on-thread/compare.ts';
import { type Html, html } from '../../../rendering/templates/html.ts';
import {
  CONTENT_FIELDS,
  type ContentField,
  FACT_FIELDS,
  PROSE_FIELDS,
} from '../../../schemas/content-fields.ts';
import { coverLines } from '../../../schemas/images/covers.ts';

interface Side {
  title: Html | string;
  version: Version;
}

function textOf(name: ContentField, version: Version): string {
  if (name === 'tags') return contentRecord(version).tags.join(', ');
  if (name === 'image') return coverLines(version.image);
  if (name === 'frame') return version.frame.replace('_', ' and ');
  return version[name] ?? '';
}

/** With `canMark`, words of either version can be marked for a note. */
export async function comparison(old: Side, now: Side, canMark = false): Promise<Html> {
  const versions = canMark ? `${old.version.number} ${now.version.number}` : null;
  const prose = (name: ContentField) => (label: string, left: string, right: string) =>
    field(label, left, right, name === 'body_md' ? versions : null);
  const compared = <Result>(
    how: (label: string, old: string, now: string) => Result,
    name: ContentField,
  ) => how(CONTENT_FIELDS[name].label, textOf(name, old.version), textOf(name, now.version));
  const fields = [
    ...(await Promise.all(PROSE_FIELDS.map((name) => compared(prose(name), name)))),
    ...FACT_FIELDS.map((name) => compared(fact, name)),
  ];
  if (fields.every((each) => each === null)) {
    return html`<p class="empty-state">There are no differences.</p>`;
  }
  return html`<table class="comparison">
<thead><tr><th scope="col">${old.title}</th><th scope="col">${now.title}</th></tr></thead>
${fields}</table>`;
}

async function field(
  name: string,
  old: string,
  now: string,
  versions: string | null,
): Promise<Html | null> {
  if (old === now) return null;
  return group(name, folded((await compare(old, now)).map(visible)), versions);
}

/** Short fields are compared as a whole, not word by word. */
function fact(name: string, old: string, now: string): Html | null {
  if (old === now) return null;
  const parts: Part[] = [
    { kind: 'removed', text: old },
    { kind: 'added', text: now },
  ];
  return group(name, [pair(parts.filter(({ text }) => text !== ''))]);
}

/** Only words of the text can be marked for notes. */
const group = (name: string, rows: Html[], versions: string | null = null) =>
  html`<tbody${versions && html` data-markable-sides="${versions}"`}>
<tr><th class="label" colspan="2" scope="rowgroup">${name}</th></tr>
${rows}</tbody>`;

/** Number of unchanged paragraphs shown around a change; the others are folded. */
const AROUND = 1;

function folded(rows: Row[]): Html[] {
  const shown: Html[] = [];
  let run: Row[] = [];
  const close = (isLast: boolean) => {
    const head = shown.length === 0 ? 0 : AROUND;
    const tail = isLast ? 0 : AROUND;
    const hidden = run.slice(head, run.length - tail);
    const isWorth = hidden.length > 1;
    shown.push(...run.slice(0, isWorth ? head : run.length).map(pair));
    if (isWorth) shown.push(fold(hidden), ...run.slice(run.length - tail).map(pair));
    run = [];
  };
  for (const row of rows) {
    if (isChanged(row)) {
      close(false);
      shown.push(pair(row));
    } else run.push(row);
  }
  close(true);
  return shown;
}

const fold = (rows: Row[]) =>
  html`<tr><td colspan="2"><details><summary>${rows.length} paragraphs unchanged</summary>
${rows.map((row) => html`<p class="diff-text" dir="auto">${marked(row)}</p>`)}</details></td></tr>`;

function pair(row: Row): Html {
  const [old, now] = [
    row.filter(({ kind }) => kind !== 'added'),
    row.filter(({ kind }) => kind !== 'removed'),
  ];
  return html`<tr${!isChanged(row) && html` class="unchanged"`}>${[old, now].map(
    (parts) =>
      html`<td class="diff-text${parts.length === 0 && ' no-counterpart'}" dir="auto">${marked(parts)}</td>`,
  )}</tr>
`;
}

export const isChanged = (row: Row) => row.some(({ kind }) => kind !== 'unchanged');

/** Drops blank lines at the end of a paragraph. */
export function visible(row: Row): Row {
  const end = row.findLastIndex(({ text }) => !isBreak(text));
  return row.slice(0, end + 1);
}

const isBreak = (text: string) => /^\n*$/.test(text);

export const marked = (row: Row): Html[] =>
  row.map((part, at) => mark(part, at === row.length - 1));

function mark({ kind, text }: Part, isLast: boolean): Html {
  const words = isLast ? text.replace(/\n+$/, '') : text;
  if (kind === 'unchanged') return html`${words}`;
  // A line break alone would be invisible, so it is shown as a sign.
  const seen = isBreak(words) ? `↵${words}` : words;
  return kind === 'removed' ? html`<del>${seen}</del>` : html`<ins>${seen}</ins>`;
}
