// Metrics in the format of Prometheus, and /metrics, unless they have a separate port.

import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import type { Config } from '../../config.ts';
import type { FastResponse } from '../../http/cache/cached-response.ts';
import { countDroppedLines } from '../../http/log/dropped-lines.ts';
import { METRICS_TYPE } from '../../http/metrics-server.ts';
import { resource } from '../../http/resource.ts';
import type { WorkerContext } from '../../http/worker-context.ts';

/** Counts responses of the router, and returns a listener that counts those of the cache fast path. */
export function metrics(
  app: FastifyInstance,
  config: Config,
  workerContext: WorkerContext,
): (sent: FastResponse) => void {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'How long requests took, by route.',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10],
    registers: [registry],
  });
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown';
    const labels = { method: request.method, route, status: String(reply.statusCode) };
    durations.observe(labels, reply.elapsedTime / 1000);
  });
  const hits = new Counter({
    name: 'http_cache_hits_total',
    help: 'Requests answered by the cache fast path, by route.',
    labelNames: ['method', 'route', 'status'] as const,
    registers: [registry],
  });
  countCrawlers(app, registry);
  countDroppedLines(registry);
  const text = () => workerContext.allMetrics?.() ?? registry.metrics();
  if (config.metricsPort === null) serveHere(app, text);
  app.decorate('metricsText', text);
  workerContext.giveFigures?.(() => registry.getMetricsAsJSON());
  return ({ request: { method = '' }, route, status }) => hits.inc({ method, route, status });
}

/** The crawler queue counts its requests, and the metric reads those numbers when metrics are collected. */
function countCrawlers({ admission: { crawlers } }: FastifyInstance, registry: Registry): void {
  new Counter({
    name: 'http_crawler_requests_total',
    help: 'Requests by known crawlers that were not cached: answered, or refused because too many were waiting.',
    labelNames: ['outcome'] as const,
    registers: [registry],
    collect() {
      this.reset();
      for (const [outcome, count] of Object.entries(crawlers)) this.inc({ outcome }, count);
    },
  });
}

function serveHere(app: FastifyInstance, text: () => Promise<string>): void {
  resource(app, '/metrics', {
    GET: { handler: async (_request, reply) => reply.type(METRICS_TYPE).send(await text()) },
  });
}
