// Every answer that any test gets from a described route is held against the description: a test
// file in which one does not fit fails, whatever the test itself looked at.

import { subscribe } from 'node:diagnostics_channel';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { openApiDocument } from '../../../src/http/openapi/openapi-document.ts';
import { Judge } from './api-judge.ts';

const judges = new WeakMap<object, Judge>();
const faults = new Set<string>();

function judgeFor(app: FastifyInstance): Judge {
  const document = openApiDocument(app);
  const judge = judges.get(document) ?? new Judge(JSON.parse(JSON.stringify(document)));
  judges.set(document, judge);
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

function judgeAnswer(request: FastifyRequest, reply: FastifyReply, payload: unknown): void {
  const { schema, url = '' } = request.routeOptions;
  if (!schema?.tags || schema.hide) return;
  const found = judgeFor(request.server).faultsOf(url.replace(/:(\w+)(?:\([^)]*\))?/g, '{$1}'), {
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
  message.fastify.addHook('onSend', async (request, reply, payload) => {
    judgeAnswer(request, reply, payload);
    return payload;
  });
});

process.on('exit', () => {
  if (faults.size === 0) return;
  console.error(`Answers that the API description does not have:\n${[...faults].join('\n')}`);
  process.exitCode = 1;
});
