// Caches whole responses of public tools by message: a message with the same bytes isn't even parsed again.

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Basis, bytesOf, type CachedResponse } from '../../http/cache/cached-response.ts';
import { acceptedEncoding, type Encoding } from '../../http/cache/send-response.ts';
import { JSON_TYPE, jsonParser } from '../../http/json-bodies.ts';
import { mcpHeaders } from './protocol-versions.ts';
import type { Tool } from './tool.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Key of the cached response: everything that a response of the tool endpoint depends on. */
    messageKey: string;
  }
}

export interface Answer {
  encoding: Encoding;
  body: Buffer;
}

/** Cached response, in place of the parsed message. */
export class CachedAnswer implements Answer {
  readonly encoding: Encoding;
  readonly body: Buffer;

  constructor(response: CachedResponse, encoding: Encoding) {
    this.encoding = encoding;
    this.body = bytesOf(response);
  }
}

export function cacheAnswer(
  request: FastifyRequest,
  { encoding, body }: Answer,
  basis: Basis,
  changesWith: NonNullable<Tool['changesWith']>,
): void {
  const route = request.routeOptions.url ?? request.url;
  const headers = encoding === 'identity' ? [] : ['content-encoding', encoding];
  request.server.responseCache.put({
    ...{ key: request.messageKey, route, basis, changesWith, body, bodyEncoding: 'utf8' },
    accepted: acceptedEncoding(request),
    headers: { etag: '', headers, headersFor304: [] },
  });
}

/** Parses the body into a message, or replaces it with its cached response, which saves parsing. */
export function readMessages(scope: FastifyInstance): void {
  const parse = jsonParser(scope);
  scope.decorateRequest('messageKey', '');
  // Fastify parses plain text by default, but a message must be JSON.
  scope.removeContentTypeParser([JSON_TYPE, 'text/plain']);
  scope.addContentTypeParser<Buffer>(JSON_TYPE, { parseAs: 'buffer' }, (request, body, done) => {
    request.messageKey = keyOf(request, body);
    const accepted = acceptedEncoding(request);
    const response = scope.responseCache.get(request.messageKey, accepted);
    if (!response) return parse(request, body, done);
    return done(
      null,
      new CachedAnswer(response, response.headers.length > 0 ? accepted : 'identity'),
    );
  });
}

function keyOf(request: FastifyRequest, body: Buffer): string {
  const { 'content-type': type } = request.headers;
  const asked = [request.routeOptions.url, type, ...Object.values(mcpHeaders(request))];
  return `message ${JSON.stringify(asked)}${body.toString('latin1')}`;
}
