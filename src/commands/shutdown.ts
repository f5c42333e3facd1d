// Graceful shutdown on the first signal, within a time limit.

/** How long a process may take to stop. */
export const STOP_MS = 10_000;

/** Runs the work on the first signal and ignores those that follow. */
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
