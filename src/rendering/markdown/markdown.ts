/** Renders the Markdown of a piece to safe HTML, plain text and a summary. */

import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { Problem } from '../../errors.ts';
import type { Card } from '../../schemas/cards/cards.ts';
import { RENDERING } from '../../schemas/limits.ts';
import type { RenderingPart } from '../threads/rendering-tasks.ts';
import { renderingThread } from '../threads/rendering-thread.ts';
import type { Block } from './highlight-languages.ts';
import { blocksIn, parsed, type Rendered, renderParsed } from './render-text.ts';

export type { Rendered };

/** Short texts here and at once; long ones, and any code, where they keep nobody waiting. */
export async function renderMarkdown(
  markdown: string,
  cards: readonly Card[] = [],
): Promise<Rendered> {
  if (markdown.length > RENDERING.shortText) return renderInThread(markdown, cards);
  const text = parsed(markdown, cards);
  return unlessRefused(renderParsed(text, await highlight(blocksIn(text))));
}

function unlessRefused(rendered: Rendered | null | undefined): Rendered {
  if (!rendered) throw new Problem('text_too_slow');
  return rendered;
}

/**
 * The HTML inside `<code>` for each block, in order; fewer where time ran out, and the rest stays
 * plain. Grammars hold regular expressions that backtrack for ever on code written to that end.
 */
export async function highlight(blocks: readonly Block[]): Promise<string[]> {
  if (blocks.length === 0) return [];
  const { parts } = await renderingThread.run({ kind: 'highlight', blocks }, RENDERING.codeMs);
  return codeIn(parts);
}

const codeIn = (parts: readonly RenderingPart[]) =>
  parts.flatMap((part) => ('code' in part ? part.code : []));

async function renderInThread(markdown: string, cards: readonly Card[]): Promise<Rendered> {
  const first = await renderingThread.run({ kind: 'render', markdown, cards }, RENDERING.textMs);
  const found = renderedIn(first.parts);
  if (found !== undefined) return unlessRefused(found);
  // Most likely code that no highlighter finishes: once more, with what it had finished.
  const highlighted = codeIn(first.parts);
  const task = { kind: 'render', markdown, cards, highlighted } as const;
  const again = await renderingThread.run(task, RENDERING.textMs);
  return unlessRefused(renderedIn(again.parts));
}

/** Null if the text is refused, undefined if time ran out. */
const renderedIn = (parts: readonly RenderingPart[]) =>
  parts.find((part) => 'rendered' in part)?.rendered;

const results = new LRUCache<string, Rendered | Problem>({
  maxSize: RENDERING.previewBytes,
  // At least 1, which the cache demands: a draft may be blank.
  sizeCalculation: (kept) =>
    kept instanceof Problem ? 1 : 1 + kept.html.length + kept.text.length,
});
const underway = new Map<string, Promise<Rendered>>();

/**
 * The same from a cache, for what is shown again and again before it is published. A text that is
 * refused is refused for a while: each try would take the thread for as long as it may.
 */
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
    if (isRefusedText(error)) results.set(key, error, { ttl: RENDERING.refusedMs });
    throw error;
  } finally {
    underway.delete(key);
  }
}

/** What is true of the text, unlike that the thread has too much to do. */
export const isRefusedText = (error: unknown): error is Problem =>
  error instanceof Problem && error.code === 'text_too_slow';
