/** Cards: a line that consists of a URL is shown as a card if the version of the piece has one for that URL. */

import type { Env, MarkdownIt, StateCore, Token } from 'markdown-it';
import type { Card } from '../../schemas/cards/cards.ts';
import { cardUrlIn, playerOf, siteName } from '../../schemas/cards/providers.ts';
import { escapeMarkup } from '../templates/escape.ts';
import { EXTERNAL_REL } from './link-urls.ts';

type Cards = ReadonlyMap<string, Card>;

const texts = new WeakMap<object, Cards>();

export function envWith(given: readonly Card[]): Env {
  const env: Env = {};
  if (given.length > 0) texts.set(env, new Map(given.map((card) => [card.url, card])));
  return env;
}

export function cards(parser: MarkdownIt): void {
  // Cards are placed before inline parsing, so that an underscore in a URL isn't emphasis.
  parser.core.ruler.before('inline', 'cards', placeCards);
  parser.renderer.rules['card'] = (tokens, index) => String(tokens[index]?.meta?.['html'] ?? '');
}

/** Cards replace links only in top-level paragraphs, not in lists, quotes, tables and notes. */
function placeCards(state: StateCore): void {
  const found = texts.get(state.env);
  if (!found) return;
  state.tokens = state.tokens.flatMap((token, at) => {
    const [before, after] = [state.tokens[at - 1], state.tokens[at + 1]];
    if (isOwnParagraph(before) && hasCard(token, found)) return divided(state, token, found);
    // A divided paragraph's start and end are dropped, because each part gets its own.
    const content = token.type === 'paragraph_open' ? after : before;
    const isEnd = token.type === 'paragraph_close' || isOwnParagraph(token);
    return isEnd && token.level === 0 && hasCard(content, found) ? [] : [token];
  });
}

const isOwnParagraph = (token: Token | undefined) =>
  token?.type === 'paragraph_open' && token.level === 0;

const hasCard = (token: Token | undefined, found: Cards) =>
  token?.type === 'inline' &&
  token.content.includes('https://') &&
  token.content.split('\n').some((line) => cardIn(line, found));

const cardIn = (line: string, found: Cards) => found.get(cardUrlIn(line) ?? '');

/** Divides a paragraph at its cards, which end a paragraph as other blocks do. */
function divided(state: StateCore, inline: Token, found: Cards): Token[] {
  const blocks: (Card | string[])[] = [];
  for (const line of inline.content.split('\n')) {
    const card = cardIn(line, found);
    const last = blocks.at(-1);
    if (card) blocks.push(card);
    else if (Array.isArray(last)) last.push(line);
    else blocks.push([line]);
  }
  return blocks.flatMap((block) =>
    Array.isArray(block) ? paragraphOf(state, inline, block) : [tokenOf(state, block)],
  );
}

function paragraphOf(state: StateCore, inline: Token, lines: string[]): Token[] {
  const words = new state.Token('inline', '', 0);
  words.content = lines.join('\n').trim();
  words.level = inline.level;
  words.map = inline.map;
  words.children = [];
  const open = new state.Token('paragraph_open', 'p', 1);
  const close = new state.Token('paragraph_close', 'p', -1);
  for (const end of [open, close]) end.block = true;
  return [open, words, close];
}

function tokenOf(state: StateCore, card: Card): Token {
  const token = new state.Token('card', 'figure', 0);
  token.block = true;
  token.content = textOf(card);
  token.meta = { html: htmlOf(card) };
  return token;
}

const textOf = ({ url, title, author, text }: Card) =>
  [text, title, author, hrefOf(url)].filter((line) => line !== null).join('\n');

const hrefOf = (url: string) => new URL(url).href;

/** “Play” is English in every piece, even if the piece is in another language. */
const PLAY = ' class="card-play" lang="en"';

/** Cards contain no frame or image of the other site; its player is loaded when a reader asks for it. */
function htmlOf({ url, title, author, text }: Card): string {
  const linked = (words: string, more = '') =>
    `<a${more} href="${escapeMarkup(hrefOf(url))}" rel="${EXTERNAL_REL}">` +
    `${escapeMarkup(words)}</a>`;
  const site = siteName(url);
  const heading = title ?? (text === null ? author : null);
  const by = author === heading ? [] : [escapeMarkup(author ?? '')];
  const caption = [...by, heading === null ? linked(site) : site].filter(Boolean).join(' · ');
  return [
    '<figure class="card">',
    ...(heading === null ? [] : [`<p>${linked(heading)}</p>`]),
    ...(text === null
      ? []
      : [`<blockquote><p>${escapeMarkup(text).replaceAll('\n', '<br />\n')}</p></blockquote>`]),
    ...(playerOf(url) === null ? [] : [`<p>${linked('Play', PLAY)}</p>`]),
    `<figcaption>${caption}</figcaption>`,
    '</figure>\n',
  ].join('\n');
}
