// Checks every answer that a test gets from a described route against the description. If one doesn't fit, its test
// file fails, regardless of what the test itself checks.

import { subscribe } from 'node:diagnostics_channel';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { openApiDocument } from '../../../src/http/openapi/openapi-document.ts';
import { Judge } from './api-judge.ts';

const judges = new Map<string, Judge>();
const faults = new Set<string>();

/** Describing an application takes as long as building one, so applications with the same routes share a judge. */
function judgeFor(app: FastifyInstance, routes: RouteOptions[]): Judge {
  const described = routes.filter(({ schema }) => schema?.tags);
  const key = JSON.stringify(described.map(({ method, url, schema }) => [method, url, schema]));
  const judge =
    judges.get(key) ?? new Judge(JSON.parse(JSON.stringify(openApiDocument(app, 'Standfirst'))));
  judges.set(key, judge);
  return judge;
}

function bodyOf(request: FastifyRequest, reply: FastifyReply, payload: unknown): string | null {
  if (request.method === 'HEAD') return null;
  if (payload === undefined || payload === null || payload === '') return '';
  if (typeof payload === 'string') return payload;
  if (!Buffer.isBuffer(payload)) return null;
  const encoding = reply.getHeader('content-encoding');
  if (encoding === 'br') return String(brotliDecompressSync(payload));
  return String(encoding === 'gzip' ? gunzipSync(payload) : payload);
}

function judgeAnswer(
  judge: () => Judge,
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): void {
  const { schema, url = '' } = request.routeOptions;
  if (!schema?.tags || schema.hide) return;
  const found = judge().faultsOf(url.replace(/:(\w+)(?:\([^)]*\))?/g, '{$1}'), {
    method: request.method === 'HEAD' ? 'GET' : request.method,
    status: reply.statusCode,
    headers: reply.getHeaders(),
    body: bodyOf(request, reply, payload),
  });
  for (const fault of found) faults.add(`${request.method} ${url} ${reply.statusCode}: ${fault}`);
}

const isAnnouncement = (message: unknown): message is { fastify: FastifyInstance } =>
  typeof message === 'object' && message !== null && 'fastify' in message;

subscribe('fastify.initialization', (message) => {
  if (!isAnnouncement(message)) return;
  const { fastify } = message;
  const routes: RouteOptions[] = [];
  let judge: Judge | undefined;
  const judgeOfThis = () => {
    judge ??= judgeFor(fastify, routes);
    return judge;
  };
  fastify.addHook('onRoute', (route) => {
    routes.push(route);
  });
  fastify.addHook('onSend', async (request, reply, payload) => {
    judgeAnswer(judgeOfThis, request, reply, payload);
    return payload;
  });
});

process.on('exit', () => {
  if (faults.size === 0) return;
  console.error(`Answers that the API description does not have:\n${[...faults].join('\n')}`);
  process.exitCode = 1;
});
