// Reads the OpenAPI document into the reference's parts, endpoints and records.

import { getArray, getObject, getString, isObject, type JsonObject } from '../../../http/json.ts';

export interface Parameter {
  name: string;
  place: string;
  isRequired: boolean;
  description: string;
  schema: JsonObject;
  example: unknown;
}

interface Example {
  name: string;
  value: unknown;
}

export interface Response {
  status: string;
  description: string;
  headers: string[];
  type: string;
  schema: JsonObject;
  examples: Example[];
}

export interface Body {
  type: string;
  name: string;
  schema: JsonObject;
  example: unknown;
}

export interface Endpoint {
  id: string;
  tag: string;
  method: string;
  path: string;
  summary: string;
  description: string;
  needsKey: boolean;
  parameters: Parameter[];
  body: Body | null;
  responses: Response[];
}

/** Response for success: 201 if the endpoint creates something. */
export const successOf = ({ responses }: Endpoint): Response | undefined =>
  responses.find(({ status }) => status === '201') ??
  responses.find(({ status }) => status < '300');

export interface NamedSchema {
  name: string;
  schema: JsonObject;
}

export interface Part {
  name: string;
  description: string;
  endpoints: Endpoint[];
}

export function partsOf(document: JsonObject): Part[] {
  const records = new Map(schemasOf(document));
  const endpoints = Object.entries(getObject(document, 'paths')).flatMap(([path, item]) =>
    Object.entries(isObject(item) ? item : {}).map(([method, operation]) =>
      endpointOf(path, method.toUpperCase(), operation, records),
    ),
  );
  return getArray(document, 'tags')
    .map((tag) => ({ name: getString(tag, 'name'), description: getString(tag, 'description') }))
    .map((tag) => ({ ...tag, endpoints: endpoints.filter((each) => each.tag === tag.name) }))
    .filter((part) => part.endpoints.length > 0);
}

function endpointOf(
  path: string,
  method: string,
  operation: unknown,
  records: Map<string, JsonObject>,
): Endpoint {
  const [tag] = getArray(operation, 'tags');
  return {
    id: getString(operation, 'operationId'),
    tag: String(tag),
    method,
    path,
    summary: getString(operation, 'summary'),
    description: getString(operation, 'description'),
    needsKey: getArray(operation, 'security').length > 0,
    parameters: getArray(operation, 'parameters').map(parameterOf),
    body: bodyOf(getObject(operation, 'requestBody'), records),
    responses: Object.entries(getObject(operation, 'responses')).map(responseOf),
  };
}

/** Request bodies are shown with their endpoint, whether or not they have a name. */
function bodyOf(requestBody: JsonObject, records: Map<string, JsonObject>): Endpoint['body'] {
  const [[type, content] = []] = Object.entries(getObject(requestBody, 'content'));
  if (type === undefined || !isObject(content)) return null;
  const schema = getObject(content, 'schema');
  const name = nameIn(schema);
  return { type, name, schema: records.get(name) ?? schema, example: content['example'] };
}

const REFERENCE = '#/components/schemas/';

export const nameIn = (schema: JsonObject) => getString(schema, '$ref').replace(REFERENCE, '');

const parameterOf = (parameter: unknown): Parameter => ({
  name: getString(parameter, 'name'),
  place: getString(parameter, 'in'),
  isRequired: isObject(parameter) && parameter['required'] === true,
  description: getString(parameter, 'description'),
  schema: getObject(parameter, 'schema'),
  example: isObject(parameter) ? parameter['example'] : undefined,
});

function responseOf([status, response]: [string, unknown]): Response {
  const [type = '', content = {}] = Object.entries(getObject(response, 'content'))[0] ?? [];
  const one = isObject(content) && 'example' in content ? [content['example']] : [];
  const named = Object.entries(getObject(content, 'examples'));
  return {
    status,
    description: getString(response, 'description'),
    headers: Object.keys(getObject(response, 'headers')),
    type,
    schema: getObject(content, 'schema'),
    examples: [
      ...one.map((value) => ({ name: '', value })),
      ...named.flatMap(([name, each]) =>
        isObject(each) && 'value' in each ? [{ name, value: each['value'] }] : [],
      ),
    ],
  };
}

const schemasOf = (document: JsonObject): [name: string, schema: JsonObject][] =>
  Object.entries(getObject(getObject(document, 'components'), 'schemas')).map(([name, schema]) => [
    name,
    isObject(schema) ? schema : {},
  ]);

export function recordsOf(document: JsonObject, endpoints: Endpoint[]): NamedSchema[] {
  const sent = endpoints.map(({ body }) => body?.name);
  return schemasOf(document)
    .filter(([name]) => !sent.includes(name))
    .map(([name, schema]) => ({ name, schema }));
}
