// Worker's side of a task thread: reports that it has loaded, then runs each task that it is sent.

import { parentPort } from 'node:worker_threads';
import type { Said } from './task-thread.ts';

export function serveTasks<Task, Part>(
  work: (task: Task, send: (part: Part) => void) => Promise<void>,
): void {
  const say = (said: Said<Part>) => parentPort?.postMessage(said);
  parentPort?.on('message', async (task: Task) => {
    await work(task, (part) => say({ kind: 'part', part }));
    say({ kind: 'done' });
  });
  say({ kind: 'loaded' });
}
