/** Cards: a line that has only a URL of which the version has a card is shown as that card. */

import type { Env, MarkdownIt, StateCore, Token } from 'markdown-it';
import type { Card } from '../../schemas/cards/cards.ts';
import { cardUrlIn, playerOf, siteName } from '../../schemas/cards/providers.ts';
import { escapeMarkup } from '../templates/escape.ts';
import { EXTERNAL_REL } from './link-urls.ts';

type Cards = ReadonlyMap<string, Card>;

const texts = new WeakMap<object, Cards>();

/** For the parser, which passes it on to its rules. */
export function envWith(given: readonly Card[]): Env {
  const env: Env = {};
  if (given.length > 0) texts.set(env, new Map(given.map((card) => [card.url, card])));
  return env;
}

export function cards(parser: MarkdownIt): void {
  // Before the words are read: an underscore in a URL is no emphasis, whatever stands behind it.
  parser.core.ruler.before('inline', 'cards', placeCards);
  parser.renderer.rules['card'] = (tokens, index) => String(tokens[index]?.meta?.['html'] ?? '');
}

/** Only in paragraphs of the piece itself: in lists, quotes, tables and notes a link stays one. */
function placeCards(state: StateCore): void {
  const found = texts.get(state.env);
  if (!found) return;
  state.tokens = state.tokens.flatMap((token, at) => {
    const [before, after] = [state.tokens[at - 1], state.tokens[at + 1]];
    if (isOwnParagraph(before) && hasCard(token, found)) return divided(state, token, found);
    // The ends of a paragraph that was divided; its parts have their own.
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

/** A card ends the paragraph before it, as other blocks do. */
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

/** A word of the page's, in its language, whatever that of the piece is. */
const PLAY = ' class="card-play" lang="en"';

/** Without a frame or an image of the site: what it plays is loaded when a reader asks for it. */
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
