// A task queue that yields to the page: with hundreds of widgets, it stays responsive.

const STRETCH_MS = 10;

const waiting: (() => void)[] = [];
let isAtWork = false;

/** Resolves when the task is done; its failure is the caller's, and does not stop the queue. */
export const soon = (task: () => void): Promise<void> =>
  new Promise<void>((begin) => {
    waiting.push(begin);
    if (!isAtWork) void work();
  }).then(task);

async function work(): Promise<void> {
  isAtWork = true;
  // By then, the other tasks are in the queue too.
  await undefined;
  let since = performance.now();
  for (let begin = waiting.shift(); begin; begin = waiting.shift()) {
    begin();
    // It runs before what is below.
    await undefined;
    if (performance.now() - since < STRETCH_MS) continue;
    await new Promise((resolve) => setTimeout(resolve));
    since = performance.now();
  }
  isAtWork = false;
}
