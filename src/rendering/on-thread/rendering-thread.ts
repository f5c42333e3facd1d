// Rendering thread for texts that are long or contain code, so that they don't delay other requests.

import { TaskThread } from '../threads/task-thread.ts';
import type { RenderingPart, RenderingTask } from './rendering-tasks.ts';

/** Characters rendered on the main thread; the worst text takes a few hundredths of a second. */
export const SHORT_TEXT = 2_000;
export const TEXT_MS = 10_000;

const IDLE_MS = 60_000;

export const renderingThread = new TaskThread<RenderingTask, RenderingPart>({
  file: new URL('./rendering-worker.ts', import.meta.url),
  name: 'rendering',
  idleMs: IDLE_MS,
});
