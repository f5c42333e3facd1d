// A URL with its methods: those it has, OPTIONS, and a 405 with Allow for all others.

import { METHODS } from 'node:http';
import type {
  FastifyContextConfig,
  FastifyInstance,
  FastifyRequest,
  FastifySchema,
  onRequestHookHandler,
  RouteHandlerMethod,
} from 'fastify';
import { Problem } from '../errors.ts';

interface Method {
  schema?: FastifySchema;
  /** The largest body, where it is not the application's usual limit. */
  bodyLimit?: number;
  config?: FastifyContextConfig;
  onRequest?: onRequestHookHandler[];
  handler: RouteHandlerMethod;
}

type Methods = { GET?: Method; POST?: Method };

// CONNECT is for proxies and never gets here.
const ALL_METHODS = METHODS.filter((method) => method !== 'CONNECT');

/** Registers every method that Node parses, so that each URL can answer 405 to it. */
export function registerAllMethods(app: FastifyInstance): void {
  const unknown = ALL_METHODS.filter((method) => !app.supportedMethods.includes(method));
  for (const method of unknown) app.addHttpMethod(method, { hasBody: true });
}

export function resource(app: FastifyInstance, url: string, methods: Methods): void {
  for (const method of ['GET', 'POST'] as const) {
    const taken = methods[method];
    // Fastify adds HEAD to every GET.
    if (taken) app.route({ method, url, ...taken });
  }
  const taken = [...(methods.GET ? ['GET', 'HEAD'] : []), ...(methods.POST ? ['POST'] : [])];
  const allow = [...taken, 'OPTIONS'].join(', ');
  app.route({
    method: ALL_METHODS.filter((method) => !taken.includes(method)),
    url,
    schema: { hide: true },
    // Before the body is parsed: a bad body is not what is wrong.
    async onRequest(request, reply) {
      reply.header('allow', allow);
      if (request.method !== 'OPTIONS') throw new Problem('method_not_allowed');
      return reply.code(204).send();
    },
    handler: () => {},
  });
}

/** A path parameter, decoded. */
export function parameter(request: Pick<FastifyRequest, 'params'>, name: string): string {
  const parameters: { [name: string]: unknown } = { ...Object(request.params) };
  return String(parameters[name] ?? '');
}
