// One structured line for each request, with its id and without secrets.

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

/** On every line, as the logger adds by default. */
const PROCESS = { pid: process.pid, hostname: hostname() };

const SECRETS =
  /(\/preview\/|pk_live_|whsec_|[?&][\w-]*(?:token|password|preview|code|verifier)=)[\w+/=%.~-]+/gi;

/** Secrets are redacted in the decoded URL, however a client has escaped it. */
function withoutSecrets(url: string): string {
  const meant = decoded(decoded(url));
  const safe = meant.replace(SECRETS, '$1…');
  return safe === meant ? url : safe;
}

function decoded(text: string): string {
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
  // A logger for each request costs more than most of them have to say: see logOf.
  childLoggerFactory: (logger) => logger,
  genReqId: () => randomUUID(),
});

declare module 'fastify' {
  interface FastifyRequest {
    /** Whether its result came from the response cache. */
    isCacheHit: boolean;
  }
}

/** The logger of one request, whose lines all have its id. */
export const logOf = ({ server, id }: FastifyRequest): FastifyBaseLogger =>
  server.log.child({ reqId: id });

/** Slower requests are always logged. */
const SLOW_MS = 500;

/**
 * Cache hits are many and alike: one in `every` is logged, and says so. A slow one always has a line
 * of its own. Returns what to add to the line, or null where there is none.
 */
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

/** Logs what the fast path has sent. */
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

/** Logs every request that the router answers, but only a sample of cache hits. */
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
