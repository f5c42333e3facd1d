/** Renders the Markdown of a piece to safe HTML, plain text and a summary. */

import type { Env, Token } from 'markdown-it';
import { summarise } from '../text/summary.ts';
import { highlightFences } from './code-blocks.ts';
import { parser } from './parser.ts';
import { plainText } from './plain-text.ts';
import { sanitise } from './sanitise.ts';

export interface Rendered {
  /** Safe to put into a page as it is. */
  readonly html: string;
  readonly text: string;
  readonly summary: string;
}

export async function renderMarkdown(markdown: string): Promise<Rendered> {
  const { tokens, html } = await renderUnsanitised(markdown);
  const text = plainText(tokens);
  return { html: sanitise(html), text, summary: summarise(tokens, text) };
}

/** For renderMarkdown, and for the test that the sanitiser finds nothing to remove from it. */
export async function renderUnsanitised(
  markdown: string,
): Promise<{ readonly tokens: readonly Token[]; readonly html: string }> {
  const env: Env = {};
  const tokens = parser.parse(markdown, env);
  await highlightFences(tokens);
  return { tokens, html: parser.renderer.render(tokens, parser.options, env) };
}
