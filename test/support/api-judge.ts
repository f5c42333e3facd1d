// Judges answers by the API description that the service itself serves, so that the two cannot drift.

import assert from 'node:assert/strict';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { FastifyInstance } from 'fastify';
import { at, isObject, type Json, type JsonObject, objectAt } from './json.ts';

const UTC_WITH_MILLISECONDS = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;
const RFC3986 = /^https?:\/\/(?:[\w\-.~:/?#[\]@!$&'()*+,;=]|%[0-9A-Fa-f]{2})+$/;

const isTime = (value: string) =>
  UTC_WITH_MILLISECONDS.test(value) && new Date(value).toISOString() === value;

export const isUri = (value: string) => RFC3986.test(value) && URL.canParse(value);

export class Judge {
  readonly document: JsonObject;
  readonly #ajv = new Ajv2020({ strict: false, allErrors: true });
  readonly #validators = new Map<string, ValidateFunction>();

  constructor(document: JsonObject) {
    this.document = document;
    // In 2020-12 a format is a note to the reader; these two are promises of the service.
    this.#ajv.addFormat('date-time', isTime);
    this.#ajv.addFormat('uri', isUri);
  }

  /** The documented path that an address belongs to; one without parameters goes first. */
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

  #assertFits(body: Json, what: string, ...response: string[]): void {
    const schema = at(this.document, ...response, 'content', 'application/json', 'schema');
    assert.ok(isObject(schema), `No schema at ${response.join(' ')}`);
    this.#assertSchema(body, what, schema);
  }

  #assertSchema(body: Json, what: string, schema: JsonObject): void {
    const validate = this.#validatorOf(schema);
    const errors = validate(body) ? [] : (validate.errors ?? []);
    const words = errors.map(({ instancePath, message, params }) =>
      [instancePath, message, JSON.stringify(params)].join(' '),
    );
    assert.deepEqual(words, [], `${what} is not answered as its description says`);
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

/** The same schema, refusing every property that it does not name. */
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
