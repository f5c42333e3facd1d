// Graceful shutdown on the first signal, within a time limit; the second one ends it at once.

import type { Server } from 'node:http';
import { setTimeout as pause, setImmediate } from 'node:timers/promises';
import type { Config } from '../config.ts';
import { logsFlushed } from '../http/log-stream.ts';

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

/** Ends the process with its last lines, if they are read. */
export async function exit(code: number): Promise<never> {
  await logsFlushed();
  process.exit(code);
}

/** How long it still serves after the signal. Somebody at a terminal does not want to wait. */
export const drainMsOf = ({ drainSeconds }: Config, signal: StopSignal) =>
  signal === 'SIGTERM' ? drainSeconds * 1_000 : 0;

const POLL_MS = 10;
const QUIET_MS = 100;
/** On a site that is never quiet, this much is waited for, and what comes at the very moment is lost. */
export const QUIET_WITHIN_MS = 1_000;

/**
 * Resolves when nobody has connected for a while, at the end of a turn of the event loop in which
 * nobody did: no connection waits to be accepted, so that a port that is closed now loses none.
 */
export async function untilQuiet(server: Server): Promise<void> {
  const deadline = performance.now() + QUIET_WITHIN_MS;
  let last = performance.now();
  const note = () => {
    last = performance.now();
  };
  server.on('connection', note);
  for (let now = last; now - last < QUIET_MS && now < deadline; ) {
    await pause(POLL_MS);
    // After the timers, what has come is taken; a process that was held up would not know of it.
    await setImmediate();
    now = performance.now();
  }
  server.off('connection', note);
}

/** Enough turns of the event loop to take what has come before now. */
export async function aFewTurns(): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) await setImmediate();
}
