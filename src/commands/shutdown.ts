// Stopping on the first signal, in a bounded time.

/** How long a process may take to stop. */
export const STOP_MS = 10_000;

/** Does the work on the first signal, and no more on those that follow. */
export function onStop(work: () => Promise<void>): void {
  let begun = false;
  const stop = () => {
    if (begun) return;
    begun = true;
    work().catch(() => process.exit(1));
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}
