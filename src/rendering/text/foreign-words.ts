// Makes text of other sites safe to show: limited plain text without characters that hide, reorder or imitate.

import { Parser } from 'htmlparser2';
import { collapse, firstWords } from './word-edges.ts';

/** Control and format characters, including bidirectional ones; joiners stay, because scripts and emoji need them. */
const UNSEEN = /(?!\u200c|\u200d)[\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}\ufffe\uffff]/gu;
/** Stacked accents, which would extend into the lines above and below. */
const STACKED = /(\p{M}{4})\p{M}+/gu;

/** Text as one line, or null if nothing is left of it. */
export function foreignLine(value: unknown, most: number): string | null {
  return typeof value === 'string' ? bounded(cleaned(value), most) : null;
}

/** Text of the HTML's paragraphs, at most `lines` lines; other elements don't count. */
export function foreignLines(html: unknown, most: number, lines: number): string | null {
  if (typeof html !== 'string') return null;
  const all = paragraphsIn(html)
    .split('\n')
    .map(cleaned)
    .filter((line) => line !== '');
  return bounded(all.slice(0, lines).join('\n'), most);
}

const cleaned = (text: string) =>
  collapse(text.toWellFormed().normalize('NFC').replace(UNSEEN, ' ').replace(STACKED, '$1')).trim();

function bounded(text: string, most: number): string | null {
  if (text === '') return null;
  return text.length <= most ? text : `${firstWords(text, most - 1)}…`;
}

const BREAKS = new Set(['br', 'p']);
const UNREAD = new Set(['script', 'style', 'template', 'svg', 'noscript', 'object']);

function paragraphsIn(html: string): string {
  let text = '';
  let [paragraphs, unread] = [0, 0];
  const parser = new Parser({
    onopentag(name) {
      if (BREAKS.has(name)) text += '\n';
      if (name === 'p') paragraphs += 1;
      if (UNREAD.has(name)) unread += 1;
    },
    ontext(words) {
      if (paragraphs > 0 && unread === 0) text += words.replaceAll(/\s+/g, ' ');
    },
    onclosetag(name) {
      if (name === 'p') paragraphs -= 1;
      if (UNREAD.has(name)) unread -= 1;
    },
  });
  parser.end(html);
  return text;
}
