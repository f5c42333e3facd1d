// The thread for texts that are long or contain code: whatever is in one, others are answered.

import type { RenderingPart, RenderingTask } from './rendering-tasks.ts';
import { TaskThread } from './task-thread.ts';

const IDLE_MS = 60_000;

export const renderingThread = new TaskThread<RenderingTask, RenderingPart>({
  file: new URL('./rendering-worker.ts', import.meta.url),
  name: 'rendering',
  idleMs: IDLE_MS,
});
