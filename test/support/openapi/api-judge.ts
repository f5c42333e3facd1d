// Checks answers against the API description that the service itself serves, so the two can't drift apart.

import assert from 'node:assert/strict';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { FastifyInstance } from 'fastify';
import { at, isObject, type Json, type JsonObject, objectAt } from '../json.ts';

const UTC_WITH_MILLISECONDS = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

/** An http URI by the grammar of RFC 3986, part by part. */
const HEX = '%[0-9A-Fa-f]{2}';
const PLAIN = `[\\w\\-.~!$&'()*+,;=]|${HEX}`;
const HOST = `(?:\\[[0-9A-Fa-f:.]+\\]|(?:${PLAIN})+)`;
const RFC3986 = new RegExp(
  `^https?://(?:(?:${PLAIN}|:)*@)?${HOST}(?::\\d*)?(?:/(?:${PLAIN}|[:@/])*)?` +
    `(?:\\?(?:${PLAIN}|[:@/?])*)?(?:#(?:${PLAIN}|[:@/?])*)?$`,
  'i',
);

const isTime = (value: string) =>
  UTC_WITH_MILLISECONDS.test(value) && new Date(value).toISOString() === value;

export const isUri = (value: string) => RFC3986.test(value) && URL.canParse(value);

interface Headers {
  [name: string]: number | string | string[] | undefined;
}

interface Answer {
  method: string;
  status: number;
  headers: Headers;
  /** The body; null if it can't be checked, since the request was a HEAD or the answer is a stream. */
  body: string | null;
}

/** Headers with a meaning for clients. If an answer sends one, its description must name it. */
const TELLING = [
  'etag',
  'link',
  'retry-after',
  'www-authenticate',
  'ratelimit-limit',
  'ratelimit-remaining',
  'ratelimit-reset',
];

/** Counter headers are not sent to clients without a rate limit. */
const isCounter = (name: string) => name.startsWith('ratelimit-');

/** The last page of a list has no Link. Without a body to look at, an answer may be the last page. */
const mayBeLastPage = (body: string | null) => !body || body.includes('"next_cursor":null');

/** A feed without pieces has no modification time. */
const mayBeEmpty = (body: string | null) =>
  !body || !/"date_modified"|<item>|^modified:/m.test(body);

function headerFaults(described: string[], sent: Headers, body: string | null): string[] {
  const names = described.map((name) => name.toLowerCase());
  const isOptional = (name: string) =>
    isCounter(name) ||
    (name === 'link' && mayBeLastPage(body)) ||
    (name === 'last-modified' && mayBeEmpty(body));
  const missing = names.filter((name) => sent[name] === undefined && !isOptional(name));
  const untold = TELLING.filter((name) => sent[name] !== undefined && !names.includes(name));
  return [
    ...missing.map((name) => `there is no ${name}`),
    ...untold.map((name) => `${name} is not described`),
  ];
}

/** Validators by schema, compiled once per process: applications differ in other things than schemas. */
const compiled = new Map<string, Map<string, ValidateFunction>>();

export class Judge {
  readonly document: JsonObject;
  readonly #ajv = new Ajv2020({ strict: false, allErrors: true });
  readonly #validators: Map<string, ValidateFunction>;

  constructor(document: JsonObject) {
    this.document = document;
    const schemas = JSON.stringify(objectAt(document, 'components', 'schemas'));
    this.#validators = compiled.get(schemas) ?? new Map();
    compiled.set(schemas, this.#validators);
    // In JSON Schema 2020-12, formats are only annotations by default. The service promises these, so they are checked.
    this.#ajv.addFormat('date-time', isTime);
    this.#ajv.addFormat('uri', isUri);
    this.#ajv.addFormat('uuid', /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  }

  /** The described path that a URL belongs to. A path without parameters is preferred. */
  pathOf(url: string): string | undefined {
    const { pathname } = new URL(url, 'http://any.example');
    const paths = Object.keys(objectAt(this.document, 'paths'));
    const fits = (path: string) =>
      new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`).test(pathname);
    return paths.find((path) => path === pathname) ?? paths.find(fits);
  }

  assertSuccess(url: string, body: Json): void {
    const path = this.pathOf(url);
    assert.ok(path, `${url} is not in the API description`);
    this.#assertFits(body, url, 'paths', path, 'get', 'responses', '200');
  }

  assertFailure(body: Json): void {
    this.#assertSchema(
      body,
      'a failure',
      objectAt(this.document, 'components', 'schemas', 'Error'),
    );
  }

  /** Where an answer differs from its description. `path` is in the description's notation. */
  faultsOf(path: string, { method, status, headers, body }: Answer): string[] {
    const described = objectAt(this.document, 'paths', path, method.toLowerCase(), 'responses');
    const response = described[String(status)];
    if (!isObject(response)) return [`${status} is not described`];
    return [
      ...headerFaults(Object.keys(objectAt(response, 'headers')), headers, body),
      ...(body === null ? [] : this.#bodyFaults(objectAt(response, 'content'), headers, body)),
    ];
  }

  #bodyFaults(content: JsonObject, headers: Headers, body: string): string[] {
    const [type = ''] = String(headers['content-type'] ?? '').split(';');
    if (body === '' && Object.keys(content).length === 0) return [];
    const schema = at(content, type, 'schema');
    if (!isObject(schema)) return [`a body of the type ${type} is not described`];
    return this.#schemaFaults(/\bjson$/.test(type) ? JSON.parse(body) : body, schema);
  }

  #assertFits(body: Json, what: string, ...response: string[]): void {
    const schema = at(this.document, ...response, 'content', 'application/json', 'schema');
    assert.ok(isObject(schema), `No schema at ${response.join(' ')}`);
    this.#assertSchema(body, what, schema);
  }

  #assertSchema(body: Json, what: string, schema: JsonObject): void {
    const faults = this.#schemaFaults(body, schema);
    assert.deepEqual(faults, [], `${what} is not answered as its description says`);
  }

  #schemaFaults(body: Json, schema: JsonObject): string[] {
    const validate = this.#validatorOf(schema);
    const errors = validate(body) ? [] : (validate.errors ?? []);
    return errors.map(({ instancePath, message, params }) =>
      [instancePath, message, JSON.stringify(params)].join(' '),
    );
  }

  #validatorOf(schema: JsonObject): ValidateFunction {
    const key = JSON.stringify(schema);
    const known = this.#validators.get(key);
    if (known) return known;
    const components = objectAt(this.document, 'components');
    const validate = this.#ajv.compile(closed({ ...schema, components }));
    this.#validators.set(key, validate);
    return validate;
  }
}

/** The schema, changed to refuse every property that it doesn't name. */
function closed(schema: JsonObject): JsonObject {
  const entries = Object.entries(schema).map(([name, inner]) => [name, closedInside(inner)]);
  const whole: JsonObject = Object.fromEntries(entries);
  return isObject(whole['properties']) ? { additionalProperties: false, ...whole } : whole;
}

function closedInside(value: Json): Json {
  if (Array.isArray(value)) return value.map(closedInside);
  return isObject(value) ? closed(value) : value;
}

const judges = new WeakMap<FastifyInstance, Promise<Judge>>();

export function judgeOf(app: FastifyInstance): Promise<Judge> {
  const known = judges.get(app) ?? servedBy(app);
  judges.set(app, known);
  return known;
}

async function servedBy(app: FastifyInstance): Promise<Judge> {
  const answer = await app.inject('/api/openapi.json');
  assert.equal(answer.statusCode, 200);
  return new Judge(JSON.parse(answer.body));
}
