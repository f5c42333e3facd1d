/** Summary of a piece: its first sentences. */

import type { Token } from 'markdown-it';
import { collapse, firstWords } from '../text/word-edges.ts';
import { inlineText } from './plain-text.ts';

const LENGTH = 280;
/** Characters of a paragraph that are read to find its first sentences. */
const WINDOW = 2000;

const sentences = new Intl.Segmenter('und', { granularity: 'sentence' });

export function summarise(tokens: readonly Token[], text: string): string {
  let summary = '';
  for (const paragraph of proseParagraphs(tokens)) {
    // The added space separates the last sentence from the next paragraph's first.
    for (const sentence of sentencesOf(`${paragraph} `)) {
      const longer = summary + sentence;
      if (longer.trim().length > LENGTH) return summary.trim() || shorten(longer.trim());
      summary = longer;
    }
  }
  return summary.trim() || shorten(collapse(text.slice(0, WINDOW)).trim());
}

/** Abbreviations and initials, whose full stop doesn't end a sentence. */
const GOES_ON =
  /(?:^|[\s(])(?:Mrs?|Ms|Drs?|Prof|St|Mt|Sr|Jr|No|vs|cf|ca|e\.g|i\.e|z\.B|\p{Lu})\.\s*$/u;

function* sentencesOf(paragraph: string): Generator<string> {
  let sentence = '';
  for (const { segment } of sentences.segment(paragraph)) {
    sentence += segment;
    if (GOES_ON.test(segment)) continue;
    yield sentence;
    sentence = '';
  }
  if (sentence) yield sentence;
}

function* proseParagraphs(tokens: readonly Token[]): Generator<string> {
  let lists = 0;
  for (const [index, token] of tokens.entries()) {
    if (token.type === 'footnote_block_open') return;
    if (token.type.endsWith('_list_open')) lists += 1;
    if (token.type.endsWith('_list_close')) lists -= 1;
    if (token.type !== 'paragraph_open' || lists > 0) continue;
    const children = tokens[index + 1]?.children ?? [];
    // A paragraph with only an image isn't prose, though the image has alternative text.
    const prose = children.some((child) => child.type !== 'image' && inlineText([child]).trim());
    if (prose) yield collapse(inlineText(children).slice(0, WINDOW)).trim();
  }
}

function shorten(text: string): string {
  return text.length <= LENGTH ? text : `${firstWords(text, LENGTH - 1)}…`;
}
