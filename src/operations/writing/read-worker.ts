// The thread that reads one file; what a hostile file makes it do ends when it is stopped.

import { parentPort, workerData } from 'node:worker_threads';
import { Problem } from '../../errors.ts';
import type { FileKind, Found } from './found.ts';
import { readHtml } from './read-html.ts';
import { readMarkdown } from './read-markdown.ts';

export interface Task {
  readonly kind: FileKind;
  readonly text: string;
}

export type Outcome = { readonly found: Found } | { readonly reason: string };

function outcomeOf({ kind, text }: Task): Outcome {
  try {
    return { found: kind === 'html' ? readHtml(text) : readMarkdown(text) };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { reason: error.errors?.[0]?.reason ?? error.reason };
  }
}

parentPort?.postMessage(outcomeOf(workerData));
