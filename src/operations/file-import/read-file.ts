// Reads a file in a worker thread with limits on time and memory.

import { TaskThread } from '../../rendering/threads/task-thread.ts';
import type { Found } from './found-content.ts';
import type { Outcome, Task } from './read-worker.ts';
import { refusal } from './refusal.ts';

/** Limits on reading a file; tests lower them. */
export const FILE_READING = { longestMs: 10_000 };

const UNREADABLE =
  'This file cannot be read: it is too large or too complex. Save the text alone, without the page around it, and ' +
  'import that.';

/** A new thread for each file, so that no data of a file remains, and one file at a time. */
const reader = new TaskThread<Task, Outcome>({
  file: new URL('./read-worker.ts', import.meta.url),
  name: 'import',
  idleMs: 0,
});

export async function readFileText(task: Task): Promise<Found> {
  const { parts } = await reader.run(task, FILE_READING.longestMs);
  const [outcome = { reason: UNREADABLE }] = parts;
  if ('reason' in outcome) throw refusal(outcome.reason);
  return outcome.found;
}
