/** Footnotes: parsed by markdown-it-footnote, with our own ids and roles. */

import type { MarkdownIt, StateInline, Token } from 'markdown-it';
import footnotePlugin from 'markdown-it-footnote';
import { gatherNotes } from './footnote-list.ts';

const LONGEST_LABEL = 100;

export function footnotes(parser: MarkdownIt): void {
  parser.use(footnotePlugin);
  // Inline notes, ^[like this], are off, because they nest without limit and can be inside links.
  parser.inline.ruler.disable('footnote_inline');
  parser.core.ruler.at('footnote_tail', gatherNotes);
  parser.inline.ruler.before('footnote_ref', 'footnote_label', passUnclosed);
  const { rules } = parser.renderer;
  rules['footnote_ref'] = (tokens, index) => reference(tokens[index]);
  rules['footnote_block_open'] = () =>
    '<section class="footnotes" role="doc-endnotes">\n<ol class="footnotes-list">\n';
  rules['footnote_open'] = (tokens, index) =>
    `<li id="fn-${numberOf(tokens[index])}" class="footnote-item">`;
  rules['footnote_anchor'] = (tokens, index) =>
    ` <a href="#fnref-${placeOf(tokens[index])}" class="footnote-backref" role="doc-backlink">` +
    '\u21a9\ufe0e</a>';
}

/** Treats `[^` as text if no label closes soon; at each one, the plugin would search the rest of the paragraph. */
function passUnclosed(state: StateInline, silent: boolean): boolean {
  if (!state.src.startsWith('[^', state.pos)) return false;
  const label = state.src.slice(
    state.pos + 2,
    Math.min(state.pos + 3 + LONGEST_LABEL, state.posMax),
  );
  if (label.includes(']')) return false;
  if (!silent) state.pending += '[^';
  state.pos += 2;
  return true;
}

function reference(token: Token | undefined): string {
  const number = numberOf(token);
  const open = `<sup class="footnote-ref" id="fnref-${placeOf(token)}">`;
  return `${open}<a href="#fn-${number}" role="doc-noteref">[${number}]</a></sup>`;
}

function numberOf(token: Token | undefined): number {
  return Number(token?.meta?.['id'] ?? 0) + 1;
}

function placeOf(token: Token | undefined): string {
  const repeat = Number(token?.meta?.['subId'] ?? 0);
  return repeat > 0 ? `${numberOf(token)}-${repeat + 1}` : `${numberOf(token)}`;
}
