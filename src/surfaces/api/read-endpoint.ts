// Projects a public read operation to a GET endpoint.

import type { FastifyInstance } from 'fastify';
import { type TObject, Type } from 'typebox';
import { ANY_FAILURE, failure, jsonResponse } from '../../http/documented.ts';
import { inputFrom } from '../../http/operation-input.ts';
import { sendJson } from '../../http/representation.ts';
import { resource } from '../../http/resource.ts';
import { addressesOf } from '../../operations/addresses.ts';
import type { Context, Operation } from '../../operations/operation.ts';

interface Endpoint {
  url: string;
  tag: string;
  /** What it means when there is nothing here, where that can be. */
  notFound?: string;
}

export function readEndpoint<Input>(
  scope: FastifyInstance,
  context: Context,
  operation: Operation<Input>,
  { url, tag, notFound }: Endpoint,
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
          200: jsonResponse(
            'Found.',
            operation.output,
            operation.example(addressesOf(context.config.baseUrl)),
          ),
          304: { description: 'Not changed since the ETag in If-None-Match.', type: 'null' },
          400: failure('The input is not as expected; `errors` names each field.'),
          ...(notFound && { 404: failure(notFound) }),
          ...ANY_FAILURE,
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
