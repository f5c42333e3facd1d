/** The thread that highlights code; its regular expressions may run away, so it can be killed. */

import { parentPort } from 'node:worker_threads';
import { createCssVariablesTheme, createHighlighterCore, type ThemedToken } from 'shiki/core';
import { createJavaScriptRegexEngine } from 'shiki/engine/javascript';
import { escapeMarkup } from '../templates/escape.ts';

import { type Block, loadLanguage } from './highlight-languages.ts';

/** Longer lines stay plain: they are data more often than code. */
const LONGEST_LINE = 1_000;
const THEME = 'classes';

const highlighter = await createHighlighterCore({
  themes: [createCssVariablesTheme({ name: THEME, variablePrefix: '--hl-', fontStyle: false })],
  langs: [],
  engine: createJavaScriptRegexEngine({ forgiving: true }),
});

parentPort?.on('message', async (blocks: readonly Block[]) => {
  // One answer for each block, so that those before a runaway are not lost.
  for (const block of blocks) parentPort?.postMessage(await renderBlock(block));
});

async function renderBlock({ code, language }: Block): Promise<string> {
  await highlighter.loadLanguage(loadLanguage(language));
  const lines = highlighter.codeToTokensBase(code, {
    lang: language,
    theme: THEME,
    tokenizeMaxLineLength: LONGEST_LINE,
    // By the clock the same code would come out differently on a busy day; killing is the limit.
    tokenizeTimeLimit: 0,
  });
  return lines.map(renderLine).join('\n');
}

function renderLine(line: readonly ThemedToken[]): string {
  let html = '';
  let open = '';
  for (const token of line) {
    const name = /^var\(--hl-token-([a-z-]+)\)$/.exec(token.color ?? '')?.[1] ?? '';
    // White space shows no colour; leaving it in the open span saves one.
    if (name !== open && token.content.trim() !== '') {
      if (open !== '') html += '</span>';
      if (name !== '') html += `<span class="hl-${name}">`;
      open = name;
    }
    html += escapeMarkup(token.content);
  }
  return open === '' ? html : `${html}</span>`;
}
