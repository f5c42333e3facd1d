// Graceful shutdown on the first signal, within a time limit; the second one ends it at once.

import { setImmediate } from 'node:timers/promises';
import type { Config } from '../config.ts';

/** How long a process may take to stop once it is drained. */
export const STOP_MS = 10_000;

/**
 * npm passes on what the terminal or the service manager has already sent to us: two signals within
 * this are one.
 */
const SAME_SIGNAL_MS = 250;

type StopSignal = 'SIGTERM' | 'SIGINT';

/** Runs the work on the first signal, and what ends the process at once on the second. */
export function onStop(
  work: (signal: StopSignal) => Promise<void>,
  atOnce: () => void = () => process.exit(1),
): void {
  let begunAt: number | undefined;
  const stop = (signal: StopSignal) => {
    if (begunAt === undefined) {
      begunAt = performance.now();
      work(signal).catch(() => process.exit(1));
    } else if (performance.now() - begunAt > SAME_SIGNAL_MS) atOnce();
  };
  process.on('SIGTERM', () => stop('SIGTERM'));
  process.on('SIGINT', () => stop('SIGINT'));
}

/** How long it still serves after the signal. Somebody at a terminal does not want to wait. */
export const drainMsOf = ({ drainSeconds }: Config, signal: StopSignal) =>
  signal === 'SIGTERM' ? drainSeconds * 1_000 : 0;

/** A turn of the event loop in which nothing happens takes less. */
const QUIET_MS = 0.1;
const QUIET_WITHIN_MS = 500;

/**
 * Resolves at the end of a turn of the event loop in which nothing came: no connection waits to be
 * accepted and no request to be read, so a port or a connection that is closed now loses none.
 */
export async function quietTurn(): Promise<void> {
  const deadline = performance.now() + QUIET_WITHIN_MS;
  for (let last = Number.NEGATIVE_INFINITY; ; ) {
    await setImmediate();
    const now = performance.now();
    if (now - last < QUIET_MS || now > deadline) return;
    last = now;
  }
}
