/** Fenced code blocks: reads their language, highlights and renders them. */

import type { MarkdownIt, Token } from 'markdown-it';
import { escapeMarkup } from '../templates/escape.ts';
import { type Block, languageNamed } from './highlight-languages.ts';

/** Longest code that is highlighted, in one block and in total, because many small blocks add up. */
const LONGEST_CODE = 50_000;
const MOST_CODE = 100_000;

export function codeBlocks(parser: MarkdownIt): void {
  parser.core.ruler.push('code_languages', (state) => {
    for (const token of state.tokens) {
      if (token.type !== 'fence') continue;
      const name = /\S+/u.exec(parser.utils.unescapeAll(token.info))?.[0] ?? '';
      token.meta = { name };
    }
  });
  parser.renderer.rules['fence'] = (tokens, index) => renderFence(tokens[index]);
}

export function codeFences(tokens: readonly Token[]): { token: Token; block: Block }[] {
  let room = MOST_CODE;
  return tokens.flatMap((token) => {
    if (token.type !== 'fence') return [];
    const language = languageNamed(nameOf(token));
    const code = token.content;
    if (language === null || code.length > Math.min(LONGEST_CODE, room)) return [];
    room -= code.length;
    return [{ token, block: { code, language } }];
  });
}

export function setCode(tokens: readonly Token[], code: readonly string[]): void {
  for (const [index, { token }] of codeFences(tokens).entries()) {
    token.meta = { ...token.meta, html: code[index] };
  }
}

function renderFence(token: Token | undefined): string {
  if (token === undefined) return '';
  const name = nameOf(token);
  const html = token.meta?.['html'];
  const code = typeof html === 'string' ? html : escapeMarkup(token.content);
  const attribute = name === '' ? '' : ` class="language-${escapeMarkup(name)}"`;
  return `<pre><code${attribute}>${code}</code></pre>\n`;
}

function nameOf(fence: Token): string {
  return String(fence.meta?.['name'] ?? '');
}
