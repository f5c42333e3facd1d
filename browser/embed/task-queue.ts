// Work done a stretch at a time: a page with hundreds of widgets still answers its reader.

const STRETCH_MS = 10;

const waiting: (() => void)[] = [];
let isAtWork = false;

/** Over when the task is; its failure is the caller's, and holds up nobody else. */
export const soon = (task: () => void) =>
  new Promise<void>((resolve, reject) => {
    waiting.push(() => {
      try {
        resolve(task());
      } catch (error) {
        reject(error);
      }
    });
    if (!isAtWork) void work();
  });

async function work(): Promise<void> {
  isAtWork = true;
  // Whatever else is to be done is on the list by then.
  await undefined;
  let since = performance.now();
  for (let task = waiting.shift(); task; task = waiting.shift()) {
    task();
    if (performance.now() - since < STRETCH_MS) continue;
    await new Promise((resolve) => setTimeout(resolve));
    since = performance.now();
  }
  isAtWork = false;
}
