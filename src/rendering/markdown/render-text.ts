/** Renders Markdown synchronously: short texts on the main thread, others in the rendering thread. */

import type { Env, Token } from 'markdown-it';
import type { Card } from '../../schemas/cards/cards.ts';
import { envWith } from './cards.ts';
import { codeFences, setCode } from './code-blocks.ts';
import type { Block } from './highlight-languages.ts';
import { parser } from './parser.ts';
import { plainText } from './plain-text.ts';
import { sanitise } from './sanitise.ts';
import { summarise } from './summary.ts';

/** Characters of HTML before sanitising; ordinary texts stay far below this. */
const HTML_LENGTH = 8_000_000;

export interface Rendered {
  readonly html: string;
  readonly text: string;
  readonly summary: string;
}

interface Parsed {
  readonly tokens: Token[];
  readonly env: Env;
}

export function parsed(markdown: string, cards: readonly Card[] = []): Parsed {
  const env = envWith(cards);
  return { tokens: parser.parse(markdown, env), env };
}

/** Code blocks to highlight between parsing and rendering, because highlighting is asynchronous. */
export const blocksIn = ({ tokens }: Parsed): Block[] =>
  codeFences(tokens).map(({ block }) => block);

/** HTML, or null if it is too long. `code` has the HTML of the first code blocks; the others stay plain. */
export function renderParsed(text: Parsed, code: readonly string[]): Rendered | null {
  const { tokens } = text;
  const unsafe = unsanitised(text, code);
  if (unsafe.length > HTML_LENGTH) return null;
  const html = sanitise(unsafe);
  const words = plainText(tokens);
  return { html, text: words, summary: summarise(tokens, words) };
}

/** HTML before sanitising, exported for the test that the sanitiser finds nothing to remove. */
export function unsanitised({ tokens, env }: Parsed, code: readonly string[]): string {
  setCode(tokens, code);
  return parser.renderer.render(tokens, parser.options, env);
}
