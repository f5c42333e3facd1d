/** Limits the text that reference links add, because thousands of links can use one long definition. */

import type { MarkdownIt, StateCore, Token } from 'markdown-it';
import { inlineText } from './plain-text.ts';

/**
 * Characters of URLs and titles that link reference definitions add; a text longer than this may have as many
 * as its own length. One definition can be used by thousands of links.
 */
export const REFERENCE_LENGTH = 100_000;

/** The rule for reference links must run after all rules that drop links. */
export function referenceLinks(parser: MarkdownIt): void {
  parser.core.ruler.push('reference_length', boundReferences);
}

/** Links and images beyond the limit become plain text. */
function boundReferences(state: StateCore): void {
  let room = Math.max(REFERENCE_LENGTH, state.src.length);
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
    // Links don't nest, so the next closing token belongs to this link.
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

/** Length of a definition's URL and title; `label` is set only on links that use a definition. */
function lengthOf({ attrs, meta }: Token): number {
  if (meta?.['label'] === undefined) return 0;
  return (attrs ?? []).reduce((sum, [, value]) => sum + String(value).length, 0);
}
