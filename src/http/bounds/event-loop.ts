// Whether the event loop is overloaded: it comes round late, and because of work of its own.

import perfHooks from 'node:perf_hooks';
import type { Bounds } from '../../schemas/limits.ts';

type LoopBounds = Bounds['eventLoop'];

const SAMPLE_MS = 10;
const NS_PER_MS = 1_000_000;
const US_PER_MS = 1_000;

export class EventLoopLoad {
  readonly #bounds: LoopBounds;
  isOverloaded = false;

  constructor(bounds: LoopBounds) {
    this.#bounds = bounds;
  }

  /** Returns what stops it. */
  watch(): () => void {
    const delays = perfHooks.monitorEventLoopDelay({ resolution: SAMPLE_MS });
    delays.enable();
    let begun = performance.now();
    let usage = process.threadCpuUsage();
    const timer = setInterval(() => {
      const elapsed = performance.now() - begun;
      const used = process.threadCpuUsage(usage);
      // A machine that is busy with other things delays the loop too; refusing would not help it.
      const share = (used.user + used.system) / US_PER_MS / elapsed;
      const delay = delays.mean / NS_PER_MS - SAMPLE_MS;
      this.isOverloaded = delay > this.#bounds.delayMs && share > this.#bounds.processorShare;
      delays.reset();
      begun = performance.now();
      usage = process.threadCpuUsage();
    }, this.#bounds.windowMs).unref();
    return () => {
      clearInterval(timer);
      delays.disable();
    };
  }
}
