// Opening of a text: its first paragraph as text, without notes.

import { collapse, firstWords } from './word-edges.ts';

const PARAGRAPH = /<p>(.*?)<\/p>/s;
const NOTE = /<sup\b.*?<\/sup>/gs;
const TAG = /<[^>]*>/g;
const ENTITY = /&(amp|lt|gt|quot|#39);/g;
const CHARACTERS: { readonly [entity: string]: string } = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#39': "'",
};

/** Expects sanitised HTML, in which every `<` begins a tag. */
export function opening(html: string, limit: number): string {
  const [, inside = ''] = PARAGRAPH.exec(html) ?? [];
  const words = collapse(inside.replace(NOTE, '').replace(TAG, ''))
    .replace(ENTITY, (_entity, name) => CHARACTERS[name] ?? '')
    .trim();
  const first = firstWords(words, limit);
  return first === words ? words : `${first}…`;
}
