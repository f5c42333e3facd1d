// Registers a URL with its methods, OPTIONS, and a 405 with Allow for all other methods.

import type { IncomingMessage } from 'node:http';
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
  bodyLimit?: number;
  config?: FastifyContextConfig;
  onRequest?: onRequestHookHandler[];
  handler: RouteHandlerMethod;
}

/** HEAD isn't listed, because Fastify adds it to GET. */
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

type Methods = { [method in (typeof METHODS)[number]]?: Method };

/** Original methods of requests that are routed as OPTIONS. */
const realMethods = new WeakMap<IncomingMessage, string>();

/**
 * Routes requests whose method the URL doesn't support as if they were OPTIONS, whose handler returns 405. Used in
 * `rewriteUrl`.
 */
export function routeOtherMethods(app: FastifyInstance, request: IncomingMessage): void {
  const { method = '', url = '' } = request;
  const options = app.findRoute({ method: 'OPTIONS', url });
  if (!options || method === 'OPTIONS') return;
  const own = app.findRoute({ method, url });
  // Routes with other parameters belong to other URLs: `PUT /pieces/:id` doesn't apply to `/pieces/me`.
  if (own && parametersOf(own) === parametersOf(options)) return;
  realMethods.set(request, method);
  request.method = 'OPTIONS';
}

const parametersOf = ({ params }: { params: object }) => Object.keys(params).join();

/** Restores the original method after routing; must be registered before any other hook. */
export function restoreMethods(app: FastifyInstance): void {
  app.addHook('onRequest', ({ raw }, _reply, done) => {
    raw.method = realMethods.get(raw) ?? raw.method;
    done();
  });
}

export function resource(app: FastifyInstance, url: string, methods: Methods): void {
  const allowed = METHODS.filter((method) => methods[method]).flatMap((method) =>
    method === 'GET' ? ['GET', 'HEAD'] : [method],
  );
  for (const method of METHODS) {
    const taken = methods[method];
    if (taken) app.route({ method, url, ...taken });
  }
  app.route({
    method: 'OPTIONS',
    url,
    schema: { hide: true },
    // The onRequest hook runs before the body is parsed, so that a malformed body doesn't hide the 405.
    async onRequest(request, reply) {
      reply.header('allow', [...allowed, 'OPTIONS'].join(', '));
      if (request.method !== 'OPTIONS') throw new Problem('method_not_allowed');
      return reply.code(204).send();
    },
    handler: () => {},
  });
}

export function parameter(request: Pick<FastifyRequest, 'params'>, name: string): string {
  const parameters: { [name: string]: unknown } = { ...Object(request.params) };
  return String(parameters[name] ?? '');
}
