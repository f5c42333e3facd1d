// Metric of dropped log lines. The leader of several workers loads this file only when its metrics are requested.

import { Counter, type Registry } from 'prom-client';
import { standardError, standardOutput } from './log-stream.ts';

export function countDroppedLines(registry: Registry): void {
  new Counter({
    name: 'log_lines_dropped_total',
    help: 'Log lines that were dropped, because standard output or standard error was not read.',
    labelNames: ['stream'] as const,
    registers: [registry],
    collect() {
      this.reset();
      this.inc({ stream: 'stdout' }, standardOutput.droppedTotal);
      this.inc({ stream: 'stderr' }, standardError.droppedTotal);
    },
  });
}
