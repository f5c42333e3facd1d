// Merges two versions for a page without script: short texts on the main thread, long ones in the rendering thread.

import { type Content, mergedByItself } from '../diff/merge-contents.ts';
import { renderingThread, SHORT_TEXT, TEXT_MS } from './rendering-thread.ts';

/** Merged version; null if something collides or merging took too long, in which case the writer merges. */
export async function mergeVersions(
  base: Content | null,
  mine: Content,
  theirs: Content,
): Promise<Content | null> {
  const texts = [base, mine, theirs].map((content) => content?.body_md.length ?? 0);
  if (texts.reduce((sum, length) => sum + length) <= SHORT_TEXT) {
    return mergedByItself(base, mine, theirs);
  }
  const task = { kind: 'merge', base, mine, theirs } as const;
  const { parts } = await renderingThread.run(task, TEXT_MS);
  const [part] = parts;
  return part && 'merged' in part ? part.merged : null;
}
