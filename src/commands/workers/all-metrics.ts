// Sums the metrics of all workers and their leader. Imported only when metrics are requested.

import { AggregatorRegistry, Gauge, Registry } from 'prom-client';
import { countDroppedLines } from '../../http/log/dropped-lines.ts';
import type { Workers } from './workers.ts';

const own = new Registry();
countDroppedLines(own);
const missing = new Gauge({
  name: 'workers_missing_from_metrics',
  help: 'Workers whose metrics are missing here, because they did not answer in time.',
  registers: [own],
});

export async function allMetrics(workers: Workers): Promise<string> {
  const answers = await workers.figures();
  const figures = answers.filter((answer) => answer !== null);
  missing.set(answers.length - figures.length);
  return AggregatorRegistry.aggregate([...figures, await own.getMetricsAsJSON()]).metrics();
}
