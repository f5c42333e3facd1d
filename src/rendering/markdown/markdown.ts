/** Renders the Markdown of a piece to safe HTML, plain text and a summary. */

import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { Problem } from '../../errors.ts';
import { RENDERING } from '../../schemas/limits.ts';
import type { RenderingPart } from '../threads/rendering-tasks.ts';
import { renderingThread } from '../threads/rendering-thread.ts';
import type { Block } from './highlight-languages.ts';
import { blocksIn, parsed, type Rendered, renderParsed } from './render-text.ts';

export type { Rendered };

/** Short texts here and at once; long ones, and any code, where they keep nobody waiting. */
export async function renderMarkdown(markdown: string): Promise<Rendered> {
  if (markdown.length > RENDERING.shortText) return renderInThread(markdown);
  const text = parsed(markdown);
  return renderParsed(text, await highlight(blocksIn(text)));
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

async function renderInThread(markdown: string): Promise<Rendered> {
  const first = await renderingThread.run({ kind: 'render', markdown }, RENDERING.textMs);
  const found = renderedIn(first.parts);
  if (found) return found;
  // Most likely code that no highlighter finishes: once more, with what it had finished.
  const highlighted = codeIn(first.parts);
  const task = { kind: 'render', markdown, highlighted } as const;
  const again = await renderingThread.run(task, RENDERING.textMs);
  const plain = renderedIn(again.parts);
  if (plain) return plain;
  throw new Problem('text_too_slow');
}

const renderedIn = (parts: readonly RenderingPart[]) =>
  parts.map((part) => ('rendered' in part ? part.rendered : undefined)).find(Boolean);

const results = new LRUCache<string, Rendered>({
  maxSize: RENDERING.previewBytes,
  // At least 1, which the cache demands: a draft may be blank.
  sizeCalculation: ({ html, text }) => 1 + html.length + text.length,
});
const underway = new Map<string, Promise<Rendered>>();

/** The same from a cache, for what is shown again and again before it is published. */
export async function renderPreview(markdown: string): Promise<Rendered> {
  const key = hash('sha256', markdown);
  const known = results.get(key) ?? underway.get(key);
  if (known) return known;
  const rendering = renderMarkdown(markdown);
  underway.set(key, rendering);
  try {
    const rendered = await rendering;
    results.set(key, rendered);
    return rendered;
  } finally {
    underway.delete(key);
  }
}
