// Logs one structured line per request, with its id and without secrets.

import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
  type FastifyServerOptions,
  LogController,
} from 'fastify';
import type { Config } from '../../config.ts';
import type { FastResponse } from '../cache/cached-response.ts';
import type { AddressReader } from '../limits/client-address.ts';
import { standardOutput } from './log-stream.ts';

const PROCESS = { pid: process.pid, hostname: hostname() };

const SECRETS =
  /(\/preview\/|pk_live_|whsec_|[?&][\w-]*(?:token|password|preview|code|verifier)=)[\w+/=%.~-]+/gi;

/** The decoded URL is redacted, because a client may escape a secret's characters. */
function withoutSecrets(url: string): string {
  const meant = decoded(decoded(url));
  const safe = meant.replace(SECRETS, '$1…');
  return safe === meant ? url : safe;
}

function decoded(text: string): string {
  if (!text.includes('%')) return text;
  return text.replace(/%([0-7][0-9a-f])/gi, (_, code) => String.fromCharCode(parseInt(code, 16)));
}

export const logOptions = (config: Config, worker: number | null): FastifyServerOptions => ({
  logger:
    config.logLevel === 'silent'
      ? false
      : {
          level: config.logLevel,
          base: { ...PROCESS, ...(worker !== null && { worker }) },
          stream: standardOutput,
        },
  logController: new LogController({ disableRequestLogging: true }),
  // Fastify's logger per request would cost more than most log lines; see logOf.
  childLoggerFactory: (logger) => logger,
  genReqId: () => randomUUID(),
});

declare module 'fastify' {
  interface FastifyRequest {
    isCacheHit: boolean;
  }
}

export const logOf = ({ server, id }: FastifyRequest): FastifyBaseLogger =>
  server.log.child({ reqId: id });

const SLOW_MS = 500;

/** Samples cache hits: one in `every` is logged, with that number, and every slow one. Null if not logged. */
function samplerOf(every: number): (ms: number) => object | null {
  let unlogged = 0;
  return (ms) => {
    if (ms > SLOW_MS) return { ms: rounded(ms) };
    unlogged += 1;
    if (unlogged < every) return null;
    unlogged = 0;
    return { one_in: every };
  };
}

const rounded = (ms: number) => Math.round(ms * 10) / 10;

export function logFastResponses(
  log: FastifyBaseLogger,
  every: number,
  addressOf: AddressReader,
): (sent: FastResponse) => void {
  const sample = samplerOf(every);
  return ({ request, status, waitedMs }) => {
    const sampled = sample(waitedMs);
    if (!sampled) return;
    const { method, url = '' } = request;
    const line = { method, url: withoutSecrets(url), status, ip: addressOf(request) };
    log.info({ ...line, ...sampled }, 'request');
  };
}

export function logRequests(app: FastifyInstance, every: number): void {
  const sample = samplerOf(every);
  app.decorateRequest('isCacheHit', false);
  app.addHook('onResponse', (request, reply, done) => {
    const ms = rounded(reply.elapsedTime);
    const added = request.isCacheHit ? sample(ms) : { ms };
    if (added) {
      const { method, url, clientIp } = request;
      const line = {
        reqId: request.id,
        method,
        url: withoutSecrets(url),
        status: reply.statusCode,
      };
      request.server.log.info({ ...line, ...added, ip: clientIp }, 'request');
    }
    done();
  });
}
