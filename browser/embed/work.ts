// Work done a stretch at a time: a page with hundreds of widgets still answers its reader.

const STRETCH_MS = 10;

const waiting: (() => void)[] = [];
let isAtWork = false;

export function soon(task: () => void): void {
  waiting.push(task);
  if (!isAtWork) void work();
}

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
