// The short way of a public read: an answer that is kept leaves before the router is asked.

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { KeptAnswer, KeptAnswers } from './kept-answers.ts';
import type { ReadLimit } from './read-limit.ts';
import { encodingOf, isHeld } from './representation.ts';

export interface Hit {
  request: IncomingMessage;
  route: string;
  status: 200 | 304;
}

interface Lane {
  kept: KeptAnswers;
  readLimit: ReadLimit;
  onHit: (hit: Hit) => void;
}

/** Puts the lane before the application; what it has no answer for goes on as ever. */
export function openFastLane(app: FastifyInstance, lane: Lane): void {
  const { server } = app;
  const [application] = server.listeners('request');
  if (!application) throw new Error('There is no application behind the fast lane.');
  let isOpen = true;
  // A process that is about to go answers as the application does then.
  app.addHook('preClose', async () => {
    isOpen = false;
  });
  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    if (isOpen && answers(lane, request, response)) return;
    application.call(server, request, response);
  });
}

function answers(lane: Lane, request: IncomingMessage, response: ServerResponse): boolean {
  const { method, url = '', headers } = request;
  if ((method !== 'GET' && method !== 'HEAD') || headers.host === undefined) return false;
  const answer = lane.kept.find(url, encodingOf(headers['accept-encoding']));
  if (!answer) return false;
  const count = lane.readLimit.count(request);
  if (count?.isTooMany) return false;
  const status = isHeld(headers['if-none-match'], answer.etag) ? 304 : 200;
  send(response, answer, status, count?.headers);
  lane.onHit({ request, route: answer.route, status });
  return true;
}

function send(
  response: ServerResponse,
  { headers, headersWhenHeld, body }: KeptAnswer,
  status: 200 | 304,
  more: string[] | undefined,
): void {
  const own = status === 200 ? headers : headersWhenHeld;
  response.writeHead(status, more ? [...own, ...more] : own);
  // Node leaves the body of a HEAD out by itself.
  response.end(status === 200 ? body : undefined);
}
