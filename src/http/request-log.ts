// One structured line for each request, with its id and without secrets.

import { randomUUID } from 'node:crypto';
import { type FastifyInstance, type FastifyServerOptions, LogController } from 'fastify';
import type { Config } from '../config.ts';

// Also where a client wrote them in capitals, percent-encoded, or close behind other letters.
const SECRETS =
  /(^\/preview\/|pk(?:_|%5f)live(?:_|%5f)|whsec(?:_|%5f)|[?&](?:token|password)=)[\w+/=%-]+/gi;

const withoutSecrets = (text: string) => text.replace(SECRETS, '$1…');

export const logOptions = (config: Config): FastifyServerOptions => ({
  logger: config.logLevel === 'silent' ? false : { level: config.logLevel },
  logController: new LogController({ disableRequestLogging: true }),
  genReqId: () => randomUUID(),
});

export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        url: withoutSecrets(request.url),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        ip: request.ip,
      },
      'request',
    );
  });
}
