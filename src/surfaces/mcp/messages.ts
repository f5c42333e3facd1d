// Answers the messages of a tool server: one per request, without sessions and streams.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../operations/operation.ts';
import type { ToolMessage } from '../../schemas/tools.ts';
import type { Catalogue } from './catalogue.ts';
import { isNotification, messageFrom } from './json-rpc.ts';
import { CachedAnswer, cacheAnswer, readMessages } from './message-cache.ts';
import { type Methods, methodOf, methodsOf } from './methods.ts';
import { eraOf, mcpHeaders, requireRevision } from './protocol-versions.ts';
import { answerWith, sendAnswer } from './responses.ts';
import type { Caller, Tool } from './tool.ts';

/** Identifies the caller once the tool is known; throws if the caller may not use that tool. */
type Admit = (tool: Tool | undefined) => Promise<Caller> | Caller | null;

const EVERYBODY: Admit = () => null;

export class Messages {
  readonly methods: Methods;
  readonly #catalogue: Catalogue;

  /** `context` must be one that reads only public content. */
  constructor(scope: FastifyInstance, context: Context, catalogue: Catalogue) {
    this.#catalogue = catalogue;
    this.methods = methodsOf(context, catalogue);
    readMessages(scope);
  }

  answer(
    request: FastifyRequest,
    reply: FastifyReply,
    admit: Admit = EVERYBODY,
  ): Promise<FastifyReply> | undefined {
    if (!(request.body instanceof CachedAnswer)) return this.#computed(request, reply, admit);
    request.isCacheHit = true;
    // A cached response is sent synchronously, because it needs no promise.
    sendAnswer(reply, request.body);
    return undefined;
  }

  async #computed(
    request: FastifyRequest,
    reply: FastifyReply,
    admit: Admit,
  ): Promise<FastifyReply> {
    const headers = mcpHeaders(request);
    const message = messageFrom(request.body);
    const isAnswered = !isNotification(message);
    if (isAnswered || eraOf(headers, message) === 'handshake') {
      requireRevision(headers, message);
    }
    if (!isAnswered) return reply.code(202).send();
    const era = eraOf(headers, message);
    const method = methodOf(this.methods, era, message.method);
    const tool = this.#calledIn(message);
    const caller = await admit(tool);
    const read = () => method(message.params ?? {}, caller);
    const changesWith = tool?.changesWith ?? null;
    const { responseCache, admission } = request.server;
    const { result, basis } = await admission.inToolTurn(reply.raw, () =>
      responseCache.recording(async () => read()),
    );
    const answer = await answerWith(request, message.id ?? null, result);
    // Responses that read no content, such as refused arguments, aren't worth caching.
    if (changesWith && basis.reads?.length !== 0) cacheAnswer(request, answer, basis, changesWith);
    return sendAnswer(reply, answer);
  }

  #calledIn({ method, params }: ToolMessage): Tool | undefined {
    return method === 'tools/call' ? this.#catalogue.tool(params?.['name']) : undefined;
  }
}
