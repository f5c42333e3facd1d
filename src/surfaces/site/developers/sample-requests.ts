// The request that an endpoint's samples send, in every language.

import { JSON_TYPE } from '../../../http/json-bodies.ts';
import { type Endpoint, type Parameter, successOf } from './endpoints.ts';

/** Values from published content, which work better in samples than made-up ones. */
export interface Known {
  [parameter: string]: string;
}

export interface SampleHeader {
  name: string;
  /** `key` is the writer's key, `tag` the ETag of what was read, `unique` a new value for each request. */
  kind: 'text' | 'key' | 'tag' | 'unique';
  value: string;
}

export interface SampleRequest {
  method: string;
  url: string;
  /** True if the URL names a draft by `{ID}`, or a note by `{NOTE}`. */
  isOfDraft: boolean;
  headers: SampleHeader[];
  body: unknown;
  file: string | null;
  isJson: boolean;
}

/** Ids of drafts and notes are private, so samples take them from the variables `ID` and `NOTE`. */
const OWN: Known = { id: '{ID}', note: '{NOTE}' };

const PHOTO = 'photo.jpg';

/** Header whose value must differ for each request, and the start of its value by endpoint. */
const UNIQUE = 'Idempotency-Key';
const BEGINNINGS: { readonly [endpoint: string]: string } = {
  revisePiece: 'revision-',
  changePiece: 'change-',
  replyToNote: 'reply-',
};

export function requestOf(baseUrl: string, endpoint: Endpoint, known: Known): SampleRequest {
  const isOfDraft = endpoint.needsKey && endpoint.path.includes('{id}');
  return {
    method: endpoint.method,
    url: baseUrl + (isOfDraft ? ownPathOf(endpoint) : pathOf(endpoint, known)),
    isOfDraft,
    headers: headersOf(endpoint),
    body: endpoint.body?.example,
    file: endpoint.body && endpoint.body.type !== JSON_TYPE ? PHOTO : null,
    isJson: successOf(endpoint)?.type.includes('json') ?? false,
  };
}

function headersOf({ id, needsKey, body, parameters }: Endpoint): SampleHeader[] {
  return [
    ...(needsKey ? [{ name: 'Authorization', kind: 'key' as const, value: 'Bearer ' }] : []),
    ...(body ? [{ name: 'Content-Type', kind: 'text' as const, value: body.type }] : []),
    ...parameters
      .filter(({ place }) => place === 'header')
      .map((parameter) => headerOf(parameter, BEGINNINGS[id] ?? 'draft-')),
  ];
}

function headerOf({ name, example }: Parameter, start: string): SampleHeader {
  if (name === 'If-Match') return { name, kind: 'tag', value: '' };
  return name !== UNIQUE
    ? { name, kind: 'text', value: String(example) }
    : { name, kind: 'unique', value: start };
}

/** Subjects of the example response, if the sample request is about something else. */
export const namedElsewhere = ({ parameters }: Endpoint, known: Known): string[] =>
  parameters
    .filter(({ place, name, example }) => place === 'path' && (known[name] ?? example) !== example)
    .map(({ example }) => String(example));

const ownPathOf = ({ path, parameters }: Endpoint) =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => OWN[name] ?? name) + queryIn(parameters);

function pathOf({ path, parameters }: Endpoint, known: Known): string {
  const valueFor = ({ name, example }: Parameter) => String(known[name] ?? example);
  const inPath = parameters.filter(({ place }) => place === 'path');
  const filled = inPath.reduce(
    (url, each) => url.replace(`{${each.name}}`, encodeURIComponent(valueFor(each))),
    path,
  );
  return filled + queryIn(parameters);
}

function queryIn(parameters: Parameter[]): string {
  const query = parameters
    .filter(({ place, example }) => place === 'query' && example !== undefined)
    .map((each) => `${each.name}=${encodeURIComponent(String(each.example))}`);
  return query.length > 0 ? `?${query.join('&')}` : '';
}
