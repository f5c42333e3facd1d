// Registers a public read operation as a GET endpoint.

import type { FastifyInstance } from 'fastify';
import { type TSchema, Type } from 'typebox';
import type { ErrorCode } from '../errors.ts';
import { aiUsesBy } from '../operations/authors/ai-uses.ts';
import type { Context, JsonText, Operation } from '../operations/operation.ts';
import { urlsOf } from '../operations/urls.ts';
import { asJson, JSON_ANSWER, type Representation } from './cache/send-response.ts';
import {
  ANY_FAILURE,
  cachedResponse,
  DATED,
  failure,
  NEXT_PAGE,
  notModified,
  problemWith,
} from './openapi/documented-responses.ts';
import { withExamples } from './openapi/parameter-examples.ts';
import { inputFrom } from './operation-input.ts';
import { nextLink } from './pagination-link.ts';
import { publicRead, type ReadRequest } from './public-reads.ts';

interface Endpoint {
  url: string;
  tag: string;
  /** Meaning and error code of a 404, if the endpoint can answer one. */
  notFound?: { meaning: string; code: ErrorCode };
  /** Slug of the writer, if the response belongs to one writer. */
  writerIn?: (request: ReadRequest) => string;
}

export function readEndpoint<Input extends object>(
  scope: FastifyInstance,
  context: Context,
  operation: Operation<Input>,
  { url, tag, notFound, writerIn }: Endpoint,
): void {
  const schema = {
    operationId: operation.name,
    summary: operation.summary,
    description: operation.description,
    tags: [tag],
    ...parametersOf(url, operation),
    response: {
      200: cachedResponse(
        'Found.',
        operation.output,
        operation.example(urlsOf(context.config.baseUrl)),
        headersOf(operation),
      ),
      304: notModified(headersOf(operation)),
      400: refusedInput(operation),
      ...(notFound && { 404: failure(notFound.meaning, [notFound.code]) }),
      ...ANY_FAILURE,
    },
  };
  const { publicMaxAge: maxAge } = context.config;
  publicRead(scope, url, schema, async (request) => {
    const input = operation.check(inputFrom(request, operation.input));
    if (operation.json) return fromText(await operation.json(context, input), maxAge);
    const answer = listed(context, request, await operation.run(context, input));
    return writerIn ? { ...answer, aiUses: await aiUsesBy(context, writerIn(request)) } : answer;
  });
}

function headersOf(operation: Pick<Operation, 'output' | 'json'>) {
  if (isList(operation)) return NEXT_PAGE;
  return operation.json ? DATED : {};
}

const isList = ({ output }: Pick<Operation, 'output'>) => 'next_cursor' in output.properties;

function listed({ config }: Context, { url }: ReadRequest, answer: object): Representation {
  const { next_cursor: next = null } = { next_cursor: null, ...answer };
  return {
    ...asJson(answer, config.publicMaxAge),
    ...(typeof next === 'string' && { headers: nextLink(config, url, next) }),
  };
}

const fromText = (
  { json, bytes, identity, modifiedAt, aiUses }: JsonText,
  maxAge: number,
): Representation => ({
  ...JSON_ANSWER,
  body: json,
  bytes,
  identity,
  modifiedAt,
  aiUses,
  maxAge,
});

/** Inputs that the URL names are path parameters, the others query parameters. */
function parametersOf<Input extends object>(url: string, { input, sample }: Operation<Input>) {
  const names = Object.keys(input.properties);
  const inPath = names.filter((name) => url.includes(`:${name}`));
  const inQuery = names.filter((name) => !inPath.includes(name));
  return {
    ...(inPath.length > 0 ? { params: withExamples(Type.Pick(input, inPath), sample) } : {}),
    ...(inQuery.length > 0 ? { querystring: withExamples(Type.Pick(input, inQuery), sample) } : {}),
  };
}

/** Example of a refused input. If the schema has no limits, only an invalid escape in the URL is refused. */
function refusedInput<Input extends object>({ input, sample, check }: Operation<Input>) {
  const tooSmall = Object.entries<TSchema>(input.properties).flatMap(([name, each]) =>
    'minimum' in each ? [[name, Number(each.minimum) - 1]] : [],
  );
  if (tooSmall.length === 0) return failure('The URL cannot be decoded.', ['bad_request']);
  const refused = problemWith(check, { ...sample, ...Object.fromEntries(tooSmall) });
  return failure('The input is not as expected; `errors` names each field.', [refused]);
}
