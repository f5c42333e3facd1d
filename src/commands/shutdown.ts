// Graceful shutdown on the first signal, within a time limit. A second signal ends the process immediately.

import type { Server } from 'node:http';
import { setTimeout as pause, setImmediate } from 'node:timers/promises';
import type { Config } from '../config.ts';
import { logsFlushed } from '../http/log/log-stream.ts';

/** The time limit for stopping once a process is drained. */
export const STOP_MS = 10_000;

/** npm repeats a signal that the terminal or the service manager has sent, so two within this time count as one. */
const SAME_SIGNAL_MS = 250;

type StopSignal = 'SIGTERM' | 'SIGINT';

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

export async function exit(code: number): Promise<never> {
  await logsFlushed();
  process.exit(code);
}

/** How long to keep serving after the signal; not at all after SIGINT, because a person at a terminal is waiting. */
export const drainMsOf = ({ drainSeconds }: Config, signal: StopSignal) =>
  signal === 'SIGTERM' ? drainSeconds * 1_000 : 0;

const POLL_MS = 10;
const QUIET_MS = 100;
/** The maximum wait if new connections keep coming; closing may then lose one. */
export const QUIET_WITHIN_MS = 1_000;

/** Resolves after a pause in new connections: none is waiting to be accepted, so closing the port loses none. */
export async function untilQuiet(server: Server): Promise<void> {
  const deadline = performance.now() + QUIET_WITHIN_MS;
  let last = performance.now();
  const note = () => {
    last = performance.now();
  };
  server.on('connection', note);
  for (let now = last; now - last < QUIET_MS && now < deadline; ) {
    await pause(POLL_MS);
    // A turn of the event loop accepts connections that arrived while this process was busy.
    await setImmediate();
    now = performance.now();
  }
  server.off('connection', note);
}

/** Waits for enough turns of the event loop to accept every connection that has arrived. */
export async function aFewTurns(): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) await setImmediate();
}
