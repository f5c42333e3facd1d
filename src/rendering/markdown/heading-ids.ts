/** Gives each heading an id from its text, unique within the piece. */

import type { MarkdownIt, StateCore } from 'markdown-it';
import { slugify } from '../text/slug.ts';
import { inlineText } from './plain-text.ts';

export function headingIds(parser: MarkdownIt): void {
  parser.core.ruler.push('heading_ids', setIds);
}

function setIds(state: StateCore): void {
  const taken = new Set<string>();
  const counts = new Map<string, number>();
  for (const [index, token] of state.tokens.entries()) {
    if (token.type !== 'heading_open') continue;
    // The prefix keeps a heading's id from shadowing an id that the page's scripts look up.
    const base = `h-${slugify(inlineText(state.tokens[index + 1]?.children ?? []))}`;
    let id = base;
    let count = counts.get(base) ?? 1;
    while (taken.has(id)) {
      count += 1;
      id = `${base}-${count}`;
    }
    counts.set(base, count);
    taken.add(id);
    token.attrSet('id', id);
  }
}
