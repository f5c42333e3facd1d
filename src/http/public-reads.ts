// Public reads: responses depend only on their URL and on public content, so they can be cached.

import type { FastifyInstance, FastifyRequest, FastifySchema } from 'fastify';
import { recordReads } from '../store/topics/read-record.ts';
import { type Representation, sendText } from './cache/send-response.ts';
import { movedTo } from './pages/pages.ts';
import { resource } from './resource.ts';

export type ReadRequest = Pick<FastifyRequest, 'url' | 'params' | 'query'>;

export interface Moved {
  movedTo: string;
}

type PublicRead = (request: ReadRequest) => Promise<Representation | Moved>;

export function publicRead(
  scope: FastifyInstance,
  url: string,
  schema: FastifySchema,
  read: PublicRead,
): void {
  resource(scope, url, {
    GET: {
      schema,
      async handler(request, reply) {
        const { contentVersion } = request;
        const { result, reads } = await recordReads(() => read(request));
        if ('movedTo' in result) return movedTo(reply, result.movedTo);
        return sendText(request, reply, result, { contentVersion, reads });
      },
    },
  });
}
