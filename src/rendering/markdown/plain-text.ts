/** Extracts the plain text of a piece from its Markdown tokens. */

import type { Token } from 'markdown-it';

/** Separators, weakest first: of two adjacent ones, the stronger wins. */
const separators = ['', ' ', '\n', '\n\n'] as const;
const CELL = 1;
const LINE = 2;
const BLOCK = 3;

export function plainText(tokens: readonly Token[]): string {
  let text = '';
  let gap = 0;
  let lists = 0;
  let startsItem = false;
  const block = (strength: number): void => {
    gap = Math.max(gap, startsItem ? LINE : strength);
    startsItem = false;
  };
  const write = (words: string): void => {
    if (words === '') return;
    text += text === '' ? words : `${separators[gap] ?? ''}${words}`;
    gap = 0;
  };
  for (const token of tokens) {
    switch (token.type) {
      case 'bullet_list_open':
      case 'ordered_list_open':
      case 'footnote_block_open':
        block(lists > 0 ? LINE : BLOCK);
        lists += 1;
        break;
      case 'bullet_list_close':
      case 'ordered_list_close':
      case 'footnote_block_close':
        lists -= 1;
        startsItem = false;
        break;
      case 'list_item_open':
      case 'footnote_open':
        startsItem = true;
        break;
      case 'paragraph_open':
        block(token.hidden ? LINE : BLOCK);
        break;
      case 'heading_open':
      case 'figure_open':
      case 'table_open':
      case 'hr':
        block(BLOCK);
        break;
      case 'tr_open':
        block(LINE);
        break;
      case 'th_open':
      case 'td_open':
        gap = Math.max(gap, CELL);
        break;
      case 'fence':
      case 'code_block':
        block(BLOCK);
        write(token.content.replace(/\n$/, ''));
        break;
      case 'card':
        block(BLOCK);
        write(token.content);
        break;
      case 'inline':
        write(inlineText(token.children ?? []).trim());
        break;
    }
  }
  return text.trim();
}

/** Text of inline tokens; images count as their alternative text, footnote marks not at all. */
export function inlineText(tokens: readonly Token[]): string {
  let text = '';
  for (const token of tokens) {
    if (token.type === 'text' || token.type === 'code_inline') text += token.content;
    else if (token.type === 'softbreak') text += ' ';
    else if (token.type === 'figcaption_open') text += '\n';
    else if (token.type === 'hardbreak') text += '\n';
    else if (token.type === 'image') text += inlineText(token.children ?? []);
  }
  return text;
}
