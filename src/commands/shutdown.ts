// Graceful shutdown on the first signal, within a time limit; a second signal ends it immediately.

import type { Server } from 'node:http';
import { setTimeout as pause, setImmediate } from 'node:timers/promises';
import type { Config } from '../config.ts';
import { logsFlushed } from '../http/log-stream.ts';

/** Time limit for stopping once a process is drained. */
export const STOP_MS = 10_000;

/** npm repeats a signal that the terminal or the service manager has sent: two within this time are one. */
const SAME_SIGNAL_MS = 250;

type StopSignal = 'SIGTERM' | 'SIGINT';

/** Runs `work` on the first signal, and `atOnce` on the second. */
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

/** Flushes the last log lines, then ends the process. */
export async function exit(code: number): Promise<never> {
  await logsFlushed();
  process.exit(code);
}

/** Time to keep serving after the signal; a person at a terminal, who sends SIGINT, does not want to wait. */
export const drainMsOf = ({ drainSeconds }: Config, signal: StopSignal) =>
  signal === 'SIGTERM' ? drainSeconds * 1_000 : 0;

const POLL_MS = 10;
const QUIET_MS = 100;
/** Limit of the wait on a site that is never quiet; a connection in the moment of closing is then lost. */
export const QUIET_WITHIN_MS = 1_000;

/**
 * Resolves after a while without a new connection, at the end of an event loop turn without one: then no connection
 * waits to be accepted, and closing the port loses none.
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
    // Accepts what has arrived by now, which a process that was held up would not know of.
    await setImmediate();
    now = performance.now();
  }
  server.off('connection', note);
}

/** Enough turns of the event loop to accept what arrived before now. */
export async function aFewTurns(): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) await setImmediate();
}
