/** Renders the Markdown of a piece to safe HTML, plain text and a summary. */

import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { Problem } from '../../errors.ts';
import type { Card } from '../../schemas/cards/cards.ts';
import type { Block } from '../markdown/highlight-languages.ts';
import { blocksIn, parsed, type Rendered, renderParsed } from '../markdown/render-text.ts';
import type { RenderingPart } from './rendering-tasks.ts';
import { renderingThread, SHORT_TEXT, TEXT_MS } from './rendering-thread.ts';

const CODE_MS = 5_000;
const PREVIEW_BYTES = 8 * 1024 * 1024;
/** A text that can't be rendered is refused without another attempt for this long. */
const REFUSED_MS = 60_000;

export type { Rendered };

/** Short texts are rendered on the main thread; long ones, and all code, in the rendering thread. */
export async function renderMarkdown(
  markdown: string,
  cards: readonly Card[] = [],
): Promise<Rendered> {
  if (markdown.length > SHORT_TEXT) return renderInThread(markdown, cards);
  const text = parsed(markdown, cards);
  return unlessRefused(renderParsed(text, await highlight(blocksIn(text))));
}

function unlessRefused(rendered: Rendered | null | undefined): Rendered {
  if (!rendered) throw new Problem('text_too_slow');
  return rendered;
}

/**
 * HTML of each code block, in order. Blocks are missing at the end if time ran out, because the grammars' regular
 * expressions can backtrack endlessly on hostile code; the missing ones stay plain.
 */
export async function highlight(blocks: readonly Block[]): Promise<string[]> {
  if (blocks.length === 0) return [];
  const { parts } = await renderingThread.run({ kind: 'highlight', blocks }, CODE_MS);
  return codeIn(parts);
}

const codeIn = (parts: readonly RenderingPart[]) =>
  parts.flatMap((part) => ('code' in part ? part.code : []));

async function renderInThread(markdown: string, cards: readonly Card[]): Promise<Rendered> {
  const first = await renderingThread.run({ kind: 'render', markdown, cards }, TEXT_MS);
  const found = renderedIn(first.parts);
  if (found !== undefined) return unlessRefused(found);
  // Code that the highlighter can't finish is the likely cause, so this renders again with the finished blocks.
  const highlighted = codeIn(first.parts);
  const task = { kind: 'render', markdown, cards, highlighted } as const;
  const again = await renderingThread.run(task, TEXT_MS);
  return unlessRefused(renderedIn(again.parts));
}

const renderedIn = (parts: readonly RenderingPart[]) =>
  parts.find((part) => 'rendered' in part)?.rendered;

const results = new LRUCache<string, Rendered | Problem>({
  maxSize: PREVIEW_BYTES,
  // The cache requires a size of at least 1, and a draft may be blank.
  sizeCalculation: (kept) =>
    kept instanceof Problem ? 1 : 1 + kept.html.length + kept.text.length,
});
const underway = new Map<string, Promise<Rendered>>();

/** Results, including refusals, are cached: drafts are shown repeatedly, and a refusal takes the whole time limit. */
export async function renderPreview(
  markdown: string,
  cards: readonly Card[] = [],
): Promise<Rendered> {
  const key = hash('sha256', JSON.stringify([markdown, cards]));
  const known = results.get(key) ?? underway.get(key);
  if (known instanceof Problem) throw new Problem(known.code);
  if (known) return known;
  const rendering = renderMarkdown(markdown, cards);
  underway.set(key, rendering);
  try {
    const rendered = await rendering;
    results.set(key, rendered);
    return rendered;
  } catch (error) {
    if (isRefusedText(error)) results.set(key, error, { ttl: REFUSED_MS });
    throw error;
  } finally {
    underway.delete(key);
  }
}

/** True if the text itself was refused, which is cached, unlike the error of a busy thread. */
export const isRefusedText = (error: unknown): error is Problem =>
  error instanceof Problem && error.code === 'text_too_slow';
