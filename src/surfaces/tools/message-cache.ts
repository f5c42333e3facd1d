// Caches whole responses by message: one that repeats an earlier message byte by byte is not even parsed.

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { copyOf } from '../../http/cache/cached-response.ts';
import type { ResponseCache } from '../../http/cache/response-cache.ts';
import { acceptedEncoding, type Encoding } from '../../http/cache/send-response.ts';
import { JSON_TYPE, jsonParser } from '../../http/json-bodies.ts';
import { mcpHeaders } from './protocol-versions.ts';
import { type CachedResult, isStillCached } from './tool-result-cache.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** All that an answer of the tool endpoint depends on. */
    messageKey: string;
  }
}

/** Little: clients count their messages, so that many answers are never used again. */
const ANSWER_BYTES = 2 * 1024 * 1024;

/** A whole answer, with the id of its message and as the client prefers it. */
export interface Answer {
  encoding: Encoding;
  body: Buffer;
}

export class CachedAnswer implements Answer {
  readonly result: CachedResult;
  readonly encoding: Encoding;
  readonly body: Buffer;

  constructor(result: CachedResult, { encoding, body }: Answer) {
    this.result = result;
    this.encoding = encoding;
    this.body = copyOf(body);
  }
}

export class MessageCache {
  readonly #results: ResponseCache;
  readonly #answers = new LRUCache<string, CachedAnswer>({
    maxSize: ANSWER_BYTES,
    sizeCalculation: ({ body }, key) => body.length + key.length,
  });

  constructor(results: ResponseCache) {
    this.#results = results;
  }

  /** An answer is as fresh as the result in it. */
  get(key: string): CachedAnswer | undefined {
    const answer = this.#answers.get(key);
    return answer && isStillCached(this.#results, answer.result) ? answer : undefined;
  }

  put(key: string, result: CachedResult, answer: Answer): void {
    this.#answers.set(key, new CachedAnswer(result, answer));
  }
}

/** The body becomes the message; or its answer, which if cached saves parsing the message. */
export function readMessages(scope: FastifyInstance, answers: MessageCache): void {
  const parse = jsonParser(scope);
  scope.decorateRequest('messageKey', '');
  // Fastify parses plain text by default; a message must be JSON.
  scope.removeContentTypeParser([JSON_TYPE, 'text/plain']);
  scope.addContentTypeParser<Buffer>(JSON_TYPE, { parseAs: 'buffer' }, (request, body, done) => {
    request.messageKey = keyOf(request, body);
    const answer = answers.get(request.messageKey);
    return answer ? done(null, answer) : parse(request, body, done);
  });
}

function keyOf(request: FastifyRequest, body: Buffer): string {
  const { 'content-type': type } = request.headers;
  const headers = [acceptedEncoding(request), type, ...Object.values(mcpHeaders(request))];
  return JSON.stringify(headers) + body.toString('latin1');
}
