// Worker that renders, highlights, compares and merges; it is terminated if a task exceeds its time.

import { chooseChanges } from '../diff/chosen-changes.ts';
import { mergedByItself } from '../diff/merge-contents.ts';
import { withMoved } from '../diff/moved-paragraphs.ts';
import { difference } from '../diff/text-diff.ts';
import { wordChanges, wordCounts } from '../diff/word-changes.ts';
import type { Block } from '../markdown/highlight-languages.ts';
import { blocksIn, parsed, renderParsed } from '../markdown/render-text.ts';
import { serveTasks } from '../threads/serve-tasks.ts';
import type { RenderingPart, RenderingTask } from './rendering-tasks.ts';

type Send = (part: RenderingPart) => void;

/** Sends each block when it is done, so that finished blocks survive a later one that exceeds the time limit. */
async function highlight(blocks: readonly Block[], send: Send): Promise<string[]> {
  if (blocks.length === 0) return [];
  // The highlighter is loaded only for texts with code.
  const { highlightBlock } = await import('../markdown/highlighter.ts');
  const highlighted: string[] = [];
  for (const block of blocks) {
    const code = await highlightBlock(block);
    send({ code });
    highlighted.push(code);
  }
  return highlighted;
}

serveTasks<RenderingTask, RenderingPart>(async (task, send) => {
  switch (task.kind) {
    case 'highlight':
      await highlight(task.blocks, send);
      break;
    case 'render': {
      const text = parsed(task.markdown, task.cards);
      const code = task.highlighted ?? (await highlight(blocksIn(text), send));
      send({ rendered: renderParsed(text, code) });
      break;
    }
    case 'compare': {
      const rows = difference(task.old, task.now);
      send({ rows: task.withMoved ? withMoved(rows) : rows });
      break;
    }
    case 'merge':
      send({ merged: mergedByItself(task.base, task.mine, task.theirs) });
      break;
    case 'choose':
      send({ chosen: chooseChanges(task) });
      break;
    case 'count':
      send({ words: { counts: wordCounts(task.texts), changes: wordChanges(task.texts) } });
  }
});
