// Serves metrics on a separate port, which a proxy in front of the service doesn't expose.

import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { Config } from '../config.ts';
import { OperatorError } from '../errors.ts';
import { securityHeaders } from './security-headers.ts';

declare module 'fastify' {
  interface FastifyInstance {
    metricsText?: () => Promise<string>;
  }
}

export const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

/** The metrics server ends with the process, so that metrics are available until the end. */
export async function serveMetrics(config: Config, text: () => Promise<string>): Promise<void> {
  const { metricsPort, metricsHost } = config;
  if (metricsPort === null) return;
  const headers = {
    ...securityHeaders(config),
    'content-type': METRICS_TYPE,
    'cache-control': 'no-store',
  };
  const server = createServer(async (request, response) => {
    const { status, body } = await answerTo(request, text);
    response.writeHead(status, headers);
    response.end(body);
  });
  server.unref();
  try {
    await once(server.listen(metricsPort, metricsHost), 'listening');
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new OperatorError(
      `METRICS_PORT ${metricsPort} on ${metricsHost} is not usable: ${reason}.`,
    );
  }
}

interface Answer {
  status: number;
  body: string;
}

async function answerTo(
  { method, url }: IncomingMessage,
  text: () => Promise<string>,
): Promise<Answer> {
  if (url?.split('?')[0] !== '/metrics')
    return { status: 404, body: 'Nothing but /metrics is served here.\n' };
  if (method !== 'GET' && method !== 'HEAD') return { status: 405, body: 'Use GET.\n' };
  try {
    return { status: 200, body: await text() };
  } catch {
    return { status: 503, body: 'A worker did not report its metrics. Try again.\n' };
  }
}
