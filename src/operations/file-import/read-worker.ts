// The worker thread that reads one file. Terminating the thread ends everything a hostile file may do.

import { Problem } from '../../errors.ts';
import { serveTasks } from '../../rendering/threads/serve-tasks.ts';
import type { FileKind, Found } from './found-content.ts';
import { readHtml, readPasted } from './read-html.ts';
import { readMarkdown } from './read-markdown.ts';

export interface Task {
  readonly kind: FileKind | 'pasted';
  readonly text: string;
}

export type Outcome = { readonly found: Found } | { readonly reason: string };

const READERS = { html: readHtml, markdown: readMarkdown, pasted: readPasted };

function outcomeOf({ kind, text }: Task): Outcome {
  try {
    return { found: READERS[kind](text) };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { reason: error.errors?.[0]?.reason ?? error.reason };
  }
}

serveTasks<Task, Outcome>(async (task, send) => send(outcomeOf(task)));
