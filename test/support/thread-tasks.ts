// Records which tasks the rendering thread was given.

import { renderingThread } from '../../src/rendering/on-thread/rendering-thread.ts';

/** The kinds of tasks that the work gave to the rendering thread, in order. */
export async function threadTasks(work: () => Promise<unknown>): Promise<string[]> {
  const run = renderingThread.run.bind(renderingThread);
  const tasks: string[] = [];
  renderingThread.run = (task, limitMs) => {
    tasks.push(task.kind);
    return run(task, limitMs);
  };
  try {
    await work();
  } finally {
    renderingThread.run = run;
  }
  return tasks;
}
