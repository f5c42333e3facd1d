// /metrics in the format of Prometheus, when METRICS is on.

import type { FastifyInstance } from 'fastify';
import {
  AggregatorRegistry,
  Counter,
  collectDefaultMetrics,
  Histogram,
  Registry,
} from 'prom-client';
import type { CacheHit } from '../../http/cache/cache-fast-path.ts';
import { resource } from '../../http/resource.ts';
import type { WorkerContext } from '../../http/worker-context.ts';

/** Observes what the router answers, and returns a listener for hits of the cache fast path. */
export function metrics(
  app: FastifyInstance,
  workerContext: WorkerContext,
): (hit: CacheHit) => void {
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
    name: 'http_kept_answers_total',
    help: 'Requests answered by the cache fast path, by route.',
    labelNames: ['method', 'route', 'status'] as const,
    registers: [registry],
  });
  resource(app, '/metrics', {
    GET: {
      async handler(_request, reply) {
        const text = await (workerContext.allMetrics?.() ?? registry.metrics());
        return reply.type(registry.contentType).send(text);
      },
    },
  });
  if (workerContext.allMetrics) answerForAll(registry);
  return ({ request: { method = '' }, route, status }) => hits.inc({ method, route, status });
}

/** Gives the metrics of this worker to the leader, which sums those of all. */
function answerForAll(registry: Registry): void {
  AggregatorRegistry.setRegistries(registry);
  new AggregatorRegistry();
}
