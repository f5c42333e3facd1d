// Rendering thread for texts that are long or contain code, so that they don't delay other requests.

import { TaskThread } from '../threads/task-thread.ts';
import type { RenderingPart, RenderingTask } from './rendering-tasks.ts';

const IDLE_MS = 60_000;

export const renderingThread = new TaskThread<RenderingTask, RenderingPart>({
  file: new URL('./rendering-worker.ts', import.meta.url),
  name: 'rendering',
  idleMs: IDLE_MS,
});
