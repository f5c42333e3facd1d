// One structured line for each request, with its id and without secrets.

import { randomUUID } from 'node:crypto';
import { type FastifyInstance, type FastifyServerOptions, LogController } from 'fastify';
import type { Config } from '../config.ts';

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
