/** Figures: an image alone in a paragraph gets its title as the caption, and may be marked as wide. */

import type { MarkdownIt, StateCore, Token } from 'markdown-it';

/** Mark of a wide image, placed directly after it, in the attribute syntax of other dialects. */
const WIDE = '{.wide}';

export function figures(parser: MarkdownIt): void {
  // Footnotes are gathered after this, because their back-references go into a paragraph, which a figure isn't.
  parser.core.ruler.before('footnote_tail', 'figures', placeFigures);
}

/** Images without a title or the mark stay as they are, and so do those in tight lists. */
function placeFigures(state: StateCore): void {
  for (const [at, inline] of state.tokens.entries()) {
    const [open, close] = [state.tokens[at - 1], state.tokens[at + 1]];
    if (inline.type !== 'inline' || open?.type !== 'paragraph_open' || open.hidden) continue;
    const found = figureIn(inline.children ?? []);
    if (!found || !close) continue;
    const { image, shown, isWide } = found;
    Object.assign(open, { type: 'figure_open', tag: 'figure' });
    Object.assign(close, { type: 'figure_close', tag: 'figure' });
    if (isWide) open.attrSet('class', 'wide');
    inline.children = [...shown, ...captionOf(state, image)];
  }
}

interface Figure {
  image: Token;
  /** Image, or the link around it. */
  shown: Token[];
  isWide: boolean;
}

function figureIn(children: readonly Token[]): Figure | null {
  const isWide = children.length > 1 && children.at(-1)?.content === WIDE;
  const shown = isWide ? children.slice(0, -1) : [...children];
  const [first, second, last] = shown;
  const isLinked = shown.length === 3 && first?.type === 'link_open' && last?.type === 'link_close';
  const image = isLinked ? second : first;
  if (image?.type !== 'image' || (!isLinked && shown.length > 1)) return null;
  return isWide || titleOf(image) ? { image, shown, isWide } : null;
}

const titleOf = (image: Token) => String(image.attrGet('title') ?? '').trim();

/** Titles move into the caption, so that they aren't shown twice. */
function captionOf(state: StateCore, image: Token): Token[] {
  const title = titleOf(image);
  if (!title) return [];
  image.attrs = image.attrs?.filter(([name]) => name !== 'title') ?? null;
  const words = new state.Token('text', '', 0);
  words.content = title;
  return [
    new state.Token('figcaption_open', 'figcaption', 1),
    words,
    new state.Token('figcaption_close', 'figcaption', -1),
  ];
}
