/** Bounds what link reference definitions add to a text: one that is long can be used by thousands of links. */

import type { MarkdownIt, StateCore, Token } from 'markdown-it';
import { RENDERING } from '../../schemas/limits.ts';
import { inlineText } from './plain-text.ts';

/** After all rules that drop links. */
export function referenceLinks(parser: MarkdownIt): void {
  parser.core.ruler.push('reference_length', boundReferences);
}

/** Of links and images beyond the limit, the words remain. */
function boundReferences(state: StateCore): void {
  let room = Math.max(RENDERING.referenceLength, state.src.length);
  const isWithin = (token: Token) => {
    const length = lengthOf(token);
    if (length > room) return false;
    room -= length;
    return true;
  };
  for (const token of state.tokens) {
    if (token.children) token.children = bounded(state, token.children, isWithin);
  }
}

function bounded(
  state: StateCore,
  tokens: readonly Token[],
  isWithin: (token: Token) => boolean,
): Token[] {
  let isDropped = false;
  return tokens.flatMap((token) => {
    if (token.type === 'image' && !isWithin(token)) return [wordsOf(state, token)];
    // A link has no other link in it, so that the next end is its own.
    if (token.type === 'link_open') isDropped = !isWithin(token);
    const isLink = token.type === 'link_open' || token.type === 'link_close';
    return isLink && isDropped ? [] : [token];
  });
}

function wordsOf(state: StateCore, image: Token): Token {
  const text = new state.Token('text', '', 0);
  text.content = inlineText(image.children ?? []);
  return text;
}

/** The URL and title that come from a definition, which the parser notes; others are in the text itself. */
function lengthOf({ attrs, meta }: Token): number {
  if (meta?.['label'] === undefined) return 0;
  return (attrs ?? []).reduce((sum, [, value]) => sum + String(value).length, 0);
}
