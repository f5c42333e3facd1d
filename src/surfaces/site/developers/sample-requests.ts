// The request that the samples of an endpoint send, whichever language they are written in.

import { JSON_TYPE } from '../../../http/json-bodies.ts';
import { type Endpoint, type Parameter, successOf } from './endpoints.ts';

/** Values from published content, which work better than made-up examples. */
export interface Known {
  [parameter: string]: string;
}

export interface SampleHeader {
  name: string;
  /** `key` is the writer's key, `unique` another value for each request. */
  kind: 'text' | 'key' | 'unique';
  value: string;
}

export interface SampleRequest {
  method: string;
  /** Up to the id of a draft, where it has one at its end. */
  url: string;
  isOfDraft: boolean;
  headers: SampleHeader[];
  /** Sent as JSON, if there is one. */
  body: unknown;
  /** The name of a file that is sent as the body. */
  file: string | null;
  /** Whether the response is JSON. */
  isJson: boolean;
}

/** What follows is one of the writer's own, which nobody else knows: samples take it from `ID`. */
const DRAFT = '{id}';

const PHOTO = 'photo.jpg';

/** Headers whose value must differ from request to request, and how it begins. */
const UNIQUE: { readonly [header: string]: string } = { 'Idempotency-Key': 'draft-' };

export function requestOf(baseUrl: string, endpoint: Endpoint, known: Known): SampleRequest {
  const isOfDraft = endpoint.needsKey && endpoint.path.endsWith(DRAFT);
  const path = isOfDraft ? endpoint.path.slice(0, -DRAFT.length) : pathOf(endpoint, known);
  return {
    method: endpoint.method,
    url: baseUrl + path,
    isOfDraft,
    headers: headersOf(endpoint),
    body: endpoint.body?.example,
    file: endpoint.body && endpoint.body.type !== JSON_TYPE ? PHOTO : null,
    isJson: successOf(endpoint)?.type.includes('json') ?? false,
  };
}

function headersOf({ needsKey, body, parameters }: Endpoint): SampleHeader[] {
  return [
    ...(needsKey ? [{ name: 'Authorization', kind: 'key' as const, value: 'Bearer ' }] : []),
    ...(body ? [{ name: 'Content-Type', kind: 'text' as const, value: body.type }] : []),
    ...parameters.filter(({ place }) => place === 'header').map(headerOf),
  ];
}

function headerOf({ name, example }: Parameter): SampleHeader {
  const start = UNIQUE[name];
  return start === undefined
    ? { name, kind: 'text', value: String(example) }
    : { name, kind: 'unique', value: start };
}

/** What the example response is about, if the request is about something else. */
export const namedElsewhere = ({ parameters }: Endpoint, known: Known): string[] =>
  parameters
    .filter(({ place, name, example }) => place === 'path' && (known[name] ?? example) !== example)
    .map(({ example }) => String(example));

function pathOf({ path, parameters }: Endpoint, known: Known): string {
  const valueFor = ({ name, example }: Parameter) => String(known[name] ?? example);
  const inPath = parameters.filter(({ place }) => place === 'path');
  const filled = inPath.reduce(
    (url, each) => url.replace(`{${each.name}}`, encodeURIComponent(valueFor(each))),
    path,
  );
  const query = parameters
    .filter(({ place, example }) => place === 'query' && example !== undefined)
    .map((each) => `${each.name}=${encodeURIComponent(String(each.example))}`);
  return query.length > 0 ? `${filled}?${query.join('&')}` : filled;
}
