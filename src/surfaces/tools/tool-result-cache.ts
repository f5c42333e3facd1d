// Caches the result of a tool call by its arguments, until something changes that it was made from.

import type { FastifyReply } from 'fastify';
import { bytesOf, type CachedResponse } from '../../http/cache/cached-response.ts';
import type { ResponseCache } from '../../http/cache/response-cache.ts';
import type { JsonObject } from '../../http/json.ts';
import type { ToolMessage } from '../../schemas/tools.ts';
import type { Method } from './methods.ts';
import type { Era } from './protocol-versions.ts';
import type { Caller, Tool } from './tool.ts';

/** Other methods answer from memory anyway. */
const CACHED_METHOD = 'tools/call';

/** Where a result stands in the cache. */
export interface CachedResult {
  key: string;
  response: CachedResponse;
}

export interface Result {
  json: Buffer;
  /** Null for one that was computed. */
  cached: CachedResult | null;
}

/** What a message asks for, and who sent it. */
export interface Asked {
  method: Method;
  /** Of the tool that is called. */
  changesWith: Tool['changesWith'];
  caller: Caller | null;
}

/** The result, cached or computed. A method that throws leaves nothing in the cache. */
export async function cachedResult(
  reply: FastifyReply,
  era: Era,
  message: ToolMessage,
  { method, changesWith, caller }: Asked,
): Promise<Result> {
  const params = message.params ?? {};
  if (message.method !== CACHED_METHOD || changesWith === null) {
    return computed(method, params, caller);
  }
  const { responseCache } = reply.server;
  const key = cacheKey(era, params);
  const response = responseCache.get(key, 'identity');
  if (response) {
    reply.request.isCacheHit = true;
    return { json: bytesOf(response), cached: { key, response } };
  }
  const { result, basis } = await responseCache.recording(() => computed(method, params, caller));
  // What was read from nothing, such as that arguments are wrong, is found as quickly again.
  if (basis.reads?.length === 0) return result;
  const { url } = reply.request;
  const fresh = { route: url, key, basis, accepted: 'identity' } as const;
  responseCache.put({
    ...{ ...fresh, headers: NO_HEADERS, body: result.json, bodyEncoding: 'utf8' },
    changesWith,
  });
  return result;
}

const NO_HEADERS = { etag: '', headers: [], headersFor304: [] };

async function computed(
  method: Method,
  params: JsonObject,
  caller: Caller | null,
): Promise<Result> {
  return { json: Buffer.from(await method(params, caller)), cached: null };
}

export const isStillCached = (cache: ResponseCache, { key, response }: CachedResult) =>
  cache.get(key, 'identity') === response;

/** `_meta` is about the request, such as its progress token, and changes no result. */
function cacheKey(era: Era, { _meta, ...params }: NonNullable<ToolMessage['params']>): string {
  return `${CACHED_METHOD} ${era} ${JSON.stringify(params)}`;
}
