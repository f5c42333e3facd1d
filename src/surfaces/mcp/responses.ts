// Makes JSON-RPC responses from results and errors, with their HTTP status.

import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Problem } from '../../errors.ts';
import { compressed, encodingFor } from '../../http/cache/send-response.ts';
import { problemFor, tell } from '../../http/error-responses.ts';
import type { Context } from '../../operations/operation.ts';
import type { MessageId, ToolAnswer } from '../../schemas/tools.ts';
import { CODES, type Code, idIn, RpcError } from './json-rpc.ts';
import type { Answer } from './message-cache.ts';
import { type Era, eraOf, mcpHeaders } from './protocol-versions.ts';

/** HTTP statuses of failures that don't answer 200. Most do, because clients drop the body of other statuses. */
const STATUSES: { readonly [era in Era]: { readonly [code: number]: number } } = {
  handshake: { [CODES.headersDiffer]: 400, [CODES.unknownRevision]: 400 },
  stateless: {
    [CODES.unreadable]: 400,
    [CODES.notARequest]: 400,
    [CODES.unknownMethod]: 404,
    [CODES.headersDiffer]: 400,
    [CODES.unknownRevision]: 400,
  },
};

export function answerWith(
  request: FastifyRequest,
  id: MessageId,
  result: string,
): Promise<Answer> {
  const answer = `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${result}}`;
  return encoded(request, Buffer.from(answer));
}

async function encoded(request: FastifyRequest, bytes: Buffer): Promise<Answer> {
  const encoding = encodingFor(request, bytes);
  return { encoding, body: await compressed(encoding, bytes) };
}

export function sendAnswer(
  reply: FastifyReply,
  { encoding, body }: Answer,
  status = 200,
): FastifyReply {
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return reply
    .code(status)
    .type('application/json; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('vary', 'Accept-Encoding')
    .send(body);
}

export const sendFailure =
  ({ store }: Context, allow: string) =>
  (error: unknown, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const era = eraOf(mcpHeaders(request), request.body);
    if (error instanceof RpcError) {
      const status = error.status ?? STATUSES[era][error.code] ?? 200;
      return sendError(request, reply, era, status, error);
    }
    const problem = problemFor(error, store);
    const requestId = tell(request, reply, problem, error);
    if (problem.code === 'method_not_allowed') reply.header('allow', allow);
    const code = codeFor(problem);
    const status = STATUSES[era][code] ?? (isInside(code) ? 200 : problem.status);
    return sendError(request, reply, era, status, refusal(problem, requestId));
  };

/** Error data has the same fields as the error body of other surfaces. */
export const refusal = (problem: Problem, requestId: string | null): RpcError =>
  new RpcError(codeFor(problem), problem.reason, {
    code: problem.code,
    ...(requestId ? { request_id: requestId } : {}),
  });

function codeFor({ code }: Problem): Code {
  if (code === 'malformed_json' || code === 'too_many_values') return CODES.unreadable;
  return code === 'fault' ? CODES.fault : CODES.refused;
}

const isInside = (code: Code) => code === CODES.unreadable || code === CODES.fault;

async function sendError(
  request: FastifyRequest,
  reply: FastifyReply,
  era: Era,
  status: number,
  error: RpcError,
): Promise<FastifyReply> {
  const answer = errorAnswer(idIn(request.body), era, error);
  return sendAnswer(reply, await encoded(request, Buffer.from(JSON.stringify(answer))), status);
}

/** The stateless version leaves out an unknown id; earlier versions send null. */
export const errorAnswer = (
  id: MessageId,
  era: Era,
  { code, message, data }: RpcError,
): ToolAnswer => ({
  jsonrpc: '2.0',
  ...(id === null && era === 'stateless' ? {} : { id }),
  error: { code, message, ...(data ? { data: { ...data } } : {}) },
});
