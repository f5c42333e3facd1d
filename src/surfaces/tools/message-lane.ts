// The short way of a message: where everything but its id was answered before, that result is sent.

import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Config } from '../../config.ts';
import type { Lane, Lanes } from '../../http/cache/cache-fast-path.ts';
import { encodingOf } from '../../http/cache/representation.ts';
import type { CachedResponse } from '../../http/cache/response-cache.ts';
import { foreignHosts } from '../../http/dns-rebinding.ts';
import { isObject, type JsonObject } from '../../http/json.ts';
import { type Count, whenCounted } from '../../http/limits/read-rate-limit.ts';
import type { MessageId } from '../../schemas/tools.ts';

const ENDPOINT = '/api/mcp';

/** Longer ones are rare, and go the long way. */
const MESSAGE_BYTES = 4_096;

/** What a result depends on, besides the message and what is public. */
const HEADERS = ['mcp-protocol-version', 'mcp-method', 'mcp-name'] as const;

/** All that decides the result of a message: itself without its id, and its headers. */
function keyOf(headers: IncomingMessage['headers'], message: JsonObject): string {
  const said = HEADERS.map((name) => headers[name] ?? null);
  return `${ENDPOINT} ${JSON.stringify([{ ...message, id: 0 }, ...said])}`;
}

/** An answer up to its result, and from there to its end: the one has the id, the other has not. */
export const beginning = (id: MessageId) => `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":`;
export const ending = (result: string) => `${result}}`;

/** Keeps the result of a message for those like it that come this way. What is compressed has its id inside. */
export function keepResult(
  reply: FastifyReply,
  result: string,
  changesWith: 'content' | 'time',
): void {
  const { body: message, headers, raw, server } = reply.request;
  if (!isObject(message) || !isShortMessage(raw)) return;
  const key = keyOf(headers, message);
  const body = Buffer.from(ending(result));
  server.kept.keep(reply, { key, accepted: 'identity', headers: {}, body, changesWith });
}

export function messageLane(config: Config, { kept, readLimit, onHit }: Lanes): Lane {
  const isForeign = foreignHosts(config);
  return (request, response, goOn) => {
    if (!isShortMessage(request) || isForeign(request)) return false;
    readBody(request, (body) => {
      const goOnWithIt = () => {
        bodies.set(request, body);
        goOn();
      };
      const message = messageIn(body);
      const answer = message && kept.find(keyOf(request.headers, message), 'identity');
      if (!answer) return goOnWithIt();
      const finish = (count: Count | null) => {
        if (count?.isTooMany) return goOnWithIt();
        send(response, beginning(message.id), answer, count?.headers ?? []);
        onHit({ request, route: answer.route, status: 200, waitedMs: 0 });
      };
      whenCounted(readLimit.count(request), finish, goOnWithIt);
    });
    return true;
  };
}

function isShortMessage({ method, url, headers }: IncomingMessage): boolean {
  if (method !== 'POST' || url !== ENDPOINT || headers.host === undefined) return false;
  return (
    headers['content-type'] === 'application/json' &&
    Number(headers['content-length']) <= MESSAGE_BYTES &&
    headers['content-encoding'] === undefined &&
    encodingOf(headers['accept-encoding']) === 'identity'
  );
}

const bodies = new WeakMap<IncomingMessage, Buffer>();

function readBody(request: IncomingMessage, then: (body: Buffer) => void): void {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => {
    const [first = Buffer.alloc(0)] = parts;
    then(parts.length > 1 ? Buffer.concat(parts) : first);
  });
}

/** Gives the application the body that was read before it. */
export function readOnce(scope: FastifyInstance): void {
  scope.addHook('preParsing', async ({ raw }, _reply, payload) => {
    const body = bodies.get(raw);
    return body ? Readable.from([body], { objectMode: false }) : payload;
  });
}

type Answerable = JsonObject & { id: string | number };

/** A message whose id can be written as it was read; whatever else is wrong, nobody had a result. */
function messageIn(body: Buffer): Answerable | undefined {
  try {
    const message: unknown = JSON.parse(body.toString());
    return isObject(message) && isAnswerable(message) ? message : undefined;
  } catch {
    return undefined;
  }
}

const isAnswerable = (message: JsonObject): message is Answerable =>
  typeof message['id'] === 'string' || Number.isSafeInteger(message['id']);

function send(
  response: ServerResponse,
  begun: string,
  { headers, body }: CachedResponse,
  more: string[],
): void {
  const length = Buffer.byteLength(begun) + body.length;
  response.writeHead(200, [...headers, 'content-length', String(length), ...more]);
  response.write(begun);
  response.end(body);
}
