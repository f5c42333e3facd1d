// A task queue that yields to the page, which stays responsive even with hundreds of widgets.

const STRETCH_MS = 10;

const waiting: (() => void)[] = [];
let isAtWork = false;

/** Resolves when the task is done. A task that throws rejects its own promise and does not stop the queue. */
export const soon = (task: () => void): Promise<void> =>
  new Promise<void>((begin) => {
    waiting.push(begin);
    if (!isAtWork) void work();
  }).then(task);

async function work(): Promise<void> {
  isAtWork = true;
  // Lets the tasks of the same turn join the queue first.
  await undefined;
  let since = performance.now();
  for (let begin = waiting.shift(); begin; begin = waiting.shift()) {
    begin();
    // The task runs during this microtask, before its time is measured.
    await undefined;
    if (performance.now() - since < STRETCH_MS) continue;
    await new Promise((resolve) => setTimeout(resolve));
    since = performance.now();
  }
  isAtWork = false;
}
