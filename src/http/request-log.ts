// One structured line for each request, with its id and without secrets.

import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyServerOptions,
  LogController,
} from 'fastify';
import type { Config } from '../config.ts';
import type { Hit } from './cache/cache-fast-path.ts';

/** On every line, as the logger has it by itself. */
const PROCESS = { pid: process.pid, hostname: hostname() };

const SECRETS = /(\/preview\/|pk_live_|whsec_|[?&](?:token|password)=)[\w+/=%-]+/gi;

/** Secrets are looked for in what the address means, however a client has spelled it. */
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
      : { level: config.logLevel, base: { ...PROCESS, ...(worker !== null && { worker }) } },
  logController: new LogController({ disableRequestLogging: true }),
  genReqId: () => randomUUID(),
});

/** What takes longer is always logged. */
const SLOW_MS = 500;

/**
 * Answers that were kept are many and alike: one in `every` is logged, and says for how many. Who had
 * to wait for long has a line of their own.
 */
export function logHits(log: FastifyBaseLogger, every: number): (hit: Hit) => void {
  let unlogged = 0;
  return ({ request, status, waitedMs }) => {
    const isSlow = waitedMs > SLOW_MS;
    if (!isSlow && ++unlogged < every) return;
    if (!isSlow) unlogged = 0;
    const { method, url = '', socket } = request;
    const line = { method, url: withoutSecrets(url), status, ip: socket.remoteAddress };
    log.info({ ...line, ...(isSlow ? { ms: rounded(waitedMs) } : { one_in: every }) }, 'request');
  };
}

const rounded = (ms: number) => Math.round(ms * 10) / 10;

export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        url: withoutSecrets(request.url),
        status: reply.statusCode,
        ms: rounded(reply.elapsedTime),
        ip: request.ip,
      },
      'request',
    );
  });
}
