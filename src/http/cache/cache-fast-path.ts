// The short way of a request: an answer that is kept leaves before the router is asked.

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { type Count, type ReadLimit, whenCounted } from '../limits/read-rate-limit.ts';
import { encodingOf, isHeld } from './representation.ts';
import { type CachedResponse, type ResponseCache, wanted } from './response-cache.ts';

export interface Hit {
  request: IncomingMessage;
  route: string;
  status: 200 | 304;
  /** How long it waited for another to make the answer. */
  waitedMs: number;
}

/** What every lane works with. */
export interface Lanes {
  kept: ResponseCache;
  readLimit: ReadLimit;
  onHit: (hit: Hit) => void;
}

/** Says whether it has taken the request; it may still let it go on. */
export type Lane = (
  request: IncomingMessage,
  response: ServerResponse,
  goOn: () => void,
) => boolean;

/** Puts lanes before the application; what they have no answer for goes on as ever. */
export function openLanes(app: FastifyInstance, lanes: readonly Lane[]): void {
  const { server } = app;
  const [application] = server.listeners('request');
  if (!application) throw new Error('There is no application behind the lanes.');
  let isOpen = true;
  // A process that is about to go answers as the application does then.
  app.addHook('preClose', async () => {
    isOpen = false;
  });
  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    const goOn = () => application.call(server, request, response);
    if (!isOpen || !lanes.some((lane) => lane(request, response, goOn))) goOn();
  });
}

export function readLane(lanes: Lanes): Lane {
  const { kept } = lanes;
  return (request, response, goOn) => {
    const { method, url = '', headers } = request;
    if ((method !== 'GET' && method !== 'HEAD') || headers.host === undefined) return false;
    const encoding = encodingOf(headers['accept-encoding']);
    const answer = kept.find(url, encoding);
    if (answer) {
      sendCounted(lanes, answer, { request, response, goOn, waitedMs: 0 });
      return true;
    }
    const key = wanted(url, encoding);
    const begun = performance.now();
    const again = () => {
      const made = kept.find(url, encoding);
      const waitedMs = performance.now() - begun;
      if (made) sendCounted(lanes, made, { request, response, goOn, waitedMs });
      else goOn();
    };
    if (kept.makers.waits(key, again)) return true;
    if (kept.makers.begins(key, request)) {
      response.once('close', () => kept.makers.end(key, request));
    }
    return false;
  };
}

interface Asked {
  request: IncomingMessage;
  response: ServerResponse;
  goOn: () => void;
  waitedMs: number;
}

/** Whoever has read too much goes on, and is told so there. */
function sendCounted(
  { readLimit, onHit }: Lanes,
  answer: CachedResponse,
  { request, response, goOn, waitedMs }: Asked,
): void {
  const finish = (count: Count | null) => {
    if (count?.isTooMany) return goOn();
    const status = isHeld(request.headers['if-none-match'], answer.etag) ? 304 : 200;
    send(response, answer, status, count?.headers);
    onHit({ request, route: answer.route, status, waitedMs });
  };
  whenCounted(readLimit.count(request), finish, goOn);
}

function send(
  response: ServerResponse,
  { headers, headersWhenHeld, body }: CachedResponse,
  status: 200 | 304,
  more: string[] | undefined,
): void {
  const own = status === 200 ? headers : headersWhenHeld;
  response.writeHead(status, more ? [...own, ...more] : own);
  // Node leaves the body of a HEAD out by itself.
  response.end(status === 200 ? body : undefined);
}
