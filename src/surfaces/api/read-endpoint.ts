// Projects a public read operation to a GET endpoint.

import type { FastifyInstance } from 'fastify';
import { type TObject, Type } from 'typebox';
import { inputFrom } from '../../http/operation-input.ts';
import { sendJson } from '../../http/representation.ts';
import { resource } from '../../http/resource.ts';
import type { Context, Operation } from '../../operations/operation.ts';
import { ErrorBody } from '../../schemas/problems.ts';

interface Endpoint {
  url: string;
  tag: string;
  /** What a failure of each status means here, for the API description. */
  failures: { [status: number]: string };
}

export function readEndpoint<Input>(
  scope: FastifyInstance,
  context: Context,
  operation: Operation<Input>,
  { url, tag, failures }: Endpoint,
): void {
  resource(scope, url, {
    GET: {
      schema: {
        operationId: operation.name,
        summary: operation.summary,
        description: operation.description,
        tags: [tag],
        ...parametersOf(url, operation.input),
        response: {
          200: { description: 'Found.', ...operation.output },
          304: { description: 'Not changed since the ETag in If-None-Match.', type: 'null' },
          ...Object.fromEntries(
            Object.entries(failures).map(([status, description]) => [
              status,
              { ...ErrorBody, description },
            ]),
          ),
        },
      },
      async handler(request, reply) {
        const input = operation.check(inputFrom(request, operation.input));
        const answer = await operation.run(context, input);
        return sendJson(request, reply, answer, context.config.publicMaxAge);
      },
    },
  });
}

/** An input that the address names is a path parameter, every other one a query parameter. */
function parametersOf(url: string, input: TObject) {
  const names = Object.keys(input.properties);
  const inPath = names.filter((name) => url.includes(`:${name}`));
  const inQuery = names.filter((name) => !inPath.includes(name));
  return {
    ...(inPath.length > 0 ? { params: Type.Pick(input, inPath) } : {}),
    ...(inQuery.length > 0 ? { querystring: Type.Pick(input, inQuery) } : {}),
  };
}
