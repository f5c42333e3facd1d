// The operations of an API description, and the requests made from their examples.

import { at, isObject, type Json, type JsonObject, listAt, objectAt } from '../json.ts';

export interface Described {
  id: string;
  path: string;
  method: string;
  operation: JsonObject;
}

export const operationsOf = (document: JsonObject): Described[] =>
  Object.entries(objectAt(document, 'paths')).flatMap(([path, item]) =>
    Object.entries(isObject(item) ? item : {}).map(([method, operation]) => ({
      id: String(at(operation, 'operationId')),
      path,
      method: method.toUpperCase(),
      operation: isObject(operation) ? operation : {},
    })),
  );

/** A URL with the example of each parameter. Values in `changed` replace examples. */
export function sampleUrl(
  { path, operation }: Described,
  changed: { [name: string]: string } = {},
): string {
  const query = new URLSearchParams();
  let filled = path;
  for (const parameter of listAt(operation, 'parameters')) {
    const name = String(at(parameter, 'name'));
    const value = changed[name] ?? at(parameter, 'example');
    if (value === undefined || at(parameter, 'in') === 'header') continue;
    if (at(parameter, 'in') === 'query') query.set(name, String(value));
    filled = filled.replace(`{${name}}`, encodeURIComponent(String(value)));
  }
  return query.size > 0 ? `${filled}?${query}` : filled;
}

/** The URL in the description of a response that is too long for an example. */
export function urlsOf({ operation }: Described, status: string): string[] {
  const description = String(at(operation, 'responses', status, 'description'));
  const [, url] = / It is served at (\S+)\.$/.exec(description) ?? [];
  return url === undefined ? [] : [url];
}

/** Every example of a response, by name. */
export function examplesOf({ operation }: Described, status: string): { [name: string]: Json } {
  const [content] = Object.values(objectAt(operation, 'responses', status, 'content'));
  const named = Object.entries(objectAt(content, 'examples'));
  const one = at(content, 'example');
  return {
    ...(one === undefined ? {} : { answer: one }),
    ...Object.fromEntries(
      named
        .filter(([, each]) => at(each, 'value') !== undefined)
        .map(([name, each]) => [name, at(each, 'value') ?? null]),
    ),
  };
}
