// Results of tool calls, served from the response cache until something public changes.

import type { FastifyReply } from 'fastify';
import type { ToolMessage } from '../../schemas/tools.ts';
import { changesWith, type Method } from './methods.ts';
import type { Era } from './protocol-versions.ts';

/** Other methods answer from memory anyway. */
const CACHED_METHOD = 'tools/call';

/** The result as JSON, cached or computed. A method that throws leaves nothing in the cache. */
export async function cachedResult(
  reply: FastifyReply,
  era: Era,
  message: ToolMessage,
  method: Method,
): Promise<Buffer> {
  const params = message.params ?? {};
  if (message.method !== CACHED_METHOD) return Buffer.from(await method(params));
  const { responseCache } = reply.server;
  const key = cacheKey(era, params);
  const cached = responseCache.get(key, 'identity');
  if (cached) {
    reply.request.isCacheHit = true;
    return cached.body;
  }
  const body = Buffer.from(await method(params));
  const fresh = { key, accepted: 'identity', headers: {}, body } as const;
  responseCache.put(reply, { ...fresh, changesWith: changesWith(message) });
  return body;
}

/** `_meta` is about the request, such as its progress token, and changes no result. */
function cacheKey(era: Era, { _meta, ...params }: NonNullable<ToolMessage['params']>): string {
  return `${CACHED_METHOD} ${era} ${JSON.stringify(params)}`;
}
