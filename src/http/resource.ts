// A URL with its methods: those it has, OPTIONS, and a 405 with Allow for all others.

import { type IncomingMessage, METHODS } from 'node:http';
import type {
  FastifyContextConfig,
  FastifyInstance,
  FastifyRequest,
  FastifySchema,
  onRequestHookHandler,
  RouteHandlerMethod,
} from 'fastify';
import { Problem } from '../errors.ts';

export interface Method {
  schema?: FastifySchema;
  /** The largest body, where it is not the application's usual limit. */
  bodyLimit?: number;
  config?: FastifyContextConfig;
  onRequest?: onRequestHookHandler[];
  handler: RouteHandlerMethod;
}

/** Those that some URL has; HEAD comes with GET. */
const OWN = ['GET', 'POST', 'PUT', 'DELETE'] as const;

type Methods = { [method in (typeof OWN)[number]]?: Method };

/** Those that the router knows of every URL. */
const ROUTED: string[] = [...OWN, 'HEAD', 'OPTIONS'];

/** Of a request on its way through the router, where it is not the one that the router is shown. */
const realMethods = new WeakMap<IncomingMessage, string>();

/**
 * Shows the router a method that no URL has as OPTIONS, which every URL has: thirty routes less for
 * each. What comes after the router sees the request as it was sent.
 */
export function routeRareMethod(request: IncomingMessage): void {
  const { method = '' } = request;
  if (ROUTED.includes(method)) return;
  realMethods.set(request, method);
  request.method = 'OPTIONS';
}

/** Knows every method that Node parses, so that each URL can answer 405 to it. Before any other hook. */
export function takeAllMethods(app: FastifyInstance): void {
  // CONNECT is for proxies and never gets here.
  const unknown = METHODS.filter(
    (method) => method !== 'CONNECT' && !app.supportedMethods.includes(method),
  );
  for (const method of unknown) app.addHttpMethod(method, { hasBody: true });
  app.addHook('onRequest', (request, _reply, done) => {
    const method = realMethods.get(request.raw);
    if (method !== undefined) request.raw.method = method;
    done();
  });
}

export function resource(app: FastifyInstance, url: string, methods: Methods): void {
  for (const method of OWN) {
    const taken = methods[method];
    // Fastify adds HEAD to every GET.
    if (taken) app.route({ method, url, ...taken });
  }
  const taken: string[] = OWN.filter((method) => methods[method]);
  if (methods.GET) taken.splice(1, 0, 'HEAD');
  const allow = [...taken, 'OPTIONS'].join(', ');
  app.route({
    method: ROUTED.filter((method) => !taken.includes(method)),
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
