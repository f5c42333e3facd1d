/** Highlights code with classes, never styles. Only the rendering thread loads this file. */

import { createCssVariablesTheme, createHighlighterCore, type ThemedToken } from 'shiki/core';
import { createJavaScriptRegexEngine } from 'shiki/engine/javascript';
import { escapeMarkup } from '../templates/escape.ts';
import { type Block, loadLanguage } from './highlight-languages.ts';

/** Longest line that is highlighted, because longer ones are usually data. */
const LONGEST_LINE = 1_000;
const THEME = 'classes';

const highlighter = await createHighlighterCore({
  themes: [createCssVariablesTheme({ name: THEME, variablePrefix: '--hl-', fontStyle: false })],
  langs: [],
  engine: createJavaScriptRegexEngine({ forgiving: true }),
});

export async function highlightBlock({ code, language }: Block): Promise<string> {
  await highlighter.loadLanguage(loadLanguage(language));
  const lines = highlighter.codeToTokensBase(code, {
    lang: language,
    theme: THEME,
    tokenizeMaxLineLength: LONGEST_LINE,
    // No time limit is set, because results would differ on a busy machine; the thread is terminated instead.
    tokenizeTimeLimit: 0,
  });
  return lines.map(renderLine).join('\n');
}

function renderLine(line: readonly ThemedToken[]): string {
  let html = '';
  let open = '';
  for (const token of line) {
    const name = /^var\(--hl-token-([a-z-]+)\)$/.exec(token.color ?? '')?.[1] ?? '';
    // White space has no colour, so it joins the open span.
    if (name !== open && token.content.trim() !== '') {
      if (open !== '') html += '</span>';
      if (name !== '') html += `<span class="hl-${name}">`;
      open = name;
    }
    html += escapeMarkup(token.content);
  }
  return open === '' ? html : `${html}</span>`;
}
