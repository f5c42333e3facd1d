// The metric of the log lines that a process has dropped. The leader of several workers loads it when it is asked.

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
