// The API description: what it says of every endpoint, and that the router says the same.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { DATABASES_IN_FULL } from '../../support/databases/databases.ts';
import { at, isObject, type Json, type JsonObject, listAt, objectAt } from '../../support/json.ts';
import { judgeOf } from '../../support/openapi/api-judge.ts';
import { routesOf } from '../../support/openapi/routes.ts';
import { startService } from '../../support/service.ts';

const FIVE = ['building', 'leading', 'culture', 'money', 'life'];

const limit = (maximum: number, usual: number) => ({
  in: 'query',
  required: false,
  schema: { type: 'integer', minimum: 1, maximum, default: usual },
});

const q = {
  in: 'query',
  required: true,
  schema: { type: 'string', minLength: 1, maxLength: 200 },
};

const category = { in: 'query', required: false, schema: { type: 'string', enum: FIVE } };

const filter = { in: 'query', required: false, schema: { type: 'string' } };
const cursor = filter;
const filters = { category, tag: filter, locale: filter, since: filter, until: filter };

const inPath = { in: 'path', required: true, schema: { type: 'string' } };

const format = {
  in: 'query',
  required: false,
  schema: { type: 'string', enum: ['both', 'text', 'html', 'markdown'] },
};
const offset = {
  in: 'query',
  required: false,
  schema: { type: 'integer', minimum: 0, default: 0 },
};
const max_characters = {
  in: 'query',
  required: false,
  schema: { type: 'integer', minimum: 1 },
};

const ENDPOINTS: { [path: string]: { parameters: JsonObject; statuses: string[] } } = {
  '/api/public/authors/{slug}': {
    parameters: { slug: inPath },
    statuses: ['200', '304', '400', '404', '429', '500', '503'],
  },
  '/api/public/authors/{slug}/pieces': {
    parameters: { slug: inPath, ...filters, limit: limit(100, 20), cursor },
    statuses: ['200', '304', '400', '404', '429', '500', '503'],
  },
  '/api/public/authors/search': {
    parameters: { q, limit: limit(50, 10), cursor },
    statuses: ['200', '304', '400', '429', '500', '503'],
  },
  '/api/public/pieces/{id}': {
    parameters: { id: inPath, format, offset, max_characters },
    statuses: ['200', '304', '400', '404', '429', '500', '503'],
  },
  '/api/public/pieces/recent': {
    parameters: { ...filters, author: filter, limit: limit(100, 20), cursor },
    statuses: ['200', '304', '400', '404', '429', '500', '503'],
  },
  '/api/public/pieces/search': {
    parameters: {
      ...{ q, ...filters, author: filter, limit: limit(100, 20), cursor },
      match: { ...filter, schema: { type: 'string', enum: ['text', 'words'], default: 'text' } },
    },
    statuses: ['200', '304', '400', '404', '429', '500', '503'],
  },
};

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

const isBadge = (path: string) => path.endsWith('/badge.svg');

const words = (value: Json | undefined) => typeof value === 'string' && /\S/.test(value);

/** Every part of a document, with the way to it. */
function* parts(value: Json, path: string[] = []): Generator<{ path: string[]; part: JsonObject }> {
  if (Array.isArray(value)) {
    for (const [index, inner] of value.entries()) yield* parts(inner, [...path, String(index)]);
  } else if (isObject(value)) {
    yield { path, part: value };
    for (const [name, inner] of Object.entries(value)) yield* parts(inner, [...path, name]);
  }
}

for (const kind of DATABASES_IN_FULL) {
  describe(`the API description, on ${kind}`, async () => {
    const { app } = await startService(kind, { SITE_NAME: 'The Test Press' });
    const judge = await judgeOf(app);
    const { document } = judge;
    const operations = Object.entries(objectAt(document, 'paths')).flatMap(([path, item]) =>
      Object.entries(isObject(item) ? item : {}).map(([method, operation]) => ({
        path,
        method,
        operation,
      })),
    );

    test('is OpenAPI 3.1 of version 1.0.0, titled and described, at this address', () => {
      assert.match(String(document['openapi']), /^3\.1\.\d+$/);
      assert.equal(at(document, 'info', 'version'), '1.0.0');
      assert.match(String(at(document, 'info', 'title')), /The Test Press/);
      assert.ok(words(at(document, 'info', 'description')));
      assert.deepEqual(at(listAt(document, 'servers')[0], 'url'), 'https://press.example');
    });

    for (const [path, { parameters, statuses }] of Object.entries(ENDPOINTS)) {
      test(`${path} is described, for GET alone`, () => {
        assert.deepEqual(Object.keys(objectAt(document, 'paths', path)), ['get']);
        const operation = objectAt(document, 'paths', path, 'get');
        for (const name of ['operationId', 'summary', 'description']) {
          assert.ok(words(operation[name]), name);
        }
        assert.deepEqual(operation['security'] ?? document['security'] ?? [], []);
      });

      test(`${path} has these parameters and no others`, () => {
        const described = listAt(document, 'paths', path, 'get', 'parameters');
        const byName = Object.fromEntries(described.map((each) => [at(each, 'name'), each]));
        assert.deepEqual(Object.keys(byName).sort(), Object.keys(parameters).sort());
        assert.partialDeepStrictEqual(byName, parameters);
        for (const each of described) assert.ok(words(at(each, 'description')));
      });

      test(`${path} has every status it can answer with, described`, () => {
        const responses = objectAt(document, 'paths', path, 'get', 'responses');
        for (const response of Object.values(responses)) {
          assert.ok(words(at(response, 'description')));
        }
        assert.deepEqual(Object.keys(responses).sort(), statuses);
      });

      test(`${path} has an example of what it answers, and it fits`, () => {
        const json = objectAt(
          document,
          ...['paths', path, 'get', 'responses', '200', 'content', 'application/json'],
        );
        const named = Object.values(objectAt(json, 'examples')).map((each) => at(each, 'value'));
        const examples = [json['example'], ...named, ...listAt(json, 'schema', 'examples')];
        const given = examples.filter((each) => each !== undefined);
        assert.ok(given.length > 0, 'no example');
        for (const example of given) judge.assertSuccess(path, example);
      });
    }

    test('failures have one body, described as such', () => {
      const error = objectAt(document, 'components', 'schemas', 'Error');
      // The tool endpoint has the errors of its own protocol.
      const others = operations.filter(({ path }) => path !== '/api/mcp');
      const failures = others.flatMap(({ path, operation }) =>
        Object.entries(objectAt(operation, 'responses'))
          .filter(([status]) => status >= '400')
          .map(([status, failure]) => ({ path, status, failure })),
      );
      for (const { path, status, failure } of failures) {
        const [type] = Object.keys(objectAt(failure, 'content'));
        // An image element shows an image alone, so the badge's own failures are drawn.
        assert.equal(type === 'image/svg+xml', isBadge(path) && ['400', '404'].includes(status));
        assert.deepEqual(at(failure, 'content', 'application/json', 'schema'), {
          $ref: '#/components/schemas/Error',
        });
        // The body is of every failure, so it is not described by what one of them means.
        assert.notEqual(error['description'], at(failure, 'description'));
      }
    });

    test('a schema is where each reference says it is', () => {
      for (const { path, part } of parts(document)) {
        const reference = part['$ref'];
        if (reference === undefined) continue;
        const target = String(reference).replace(/^#\//, '').split('/');
        assert.ok(isObject(at(document, ...target)), `${path.join(' ')}: ${reference}`);
      }
    });

    test('every operation has a name of its own, and every path the parameters it shows', () => {
      const names = operations.map(({ operation }) => at(operation, 'operationId'));
      assert.equal(new Set(names).size, operations.length);
      for (const { path, method, operation } of operations) {
        assert.ok(METHODS.includes(method), method);
        const shown = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
        const described = listAt(operation, 'parameters')
          .filter((each) => at(each, 'in') === 'path')
          .map((each) => at(each, 'name'));
        assert.deepEqual(described, shown, path);
      }
    });

    test('every request body is of one type, whatever its media type', () => {
      // Generators of clients make one function of an operation, and a body that may be a file or an
      // object does not compile.
      for (const [path, item] of Object.entries(objectAt(document, 'paths'))) {
        for (const [method, operation] of Object.entries(isObject(item) ? item : {})) {
          const content = at(operation, 'requestBody', 'content');
          const types = Object.values(isObject(content) ? content : {}).map((each) =>
            String(at(each, 'schema', 'type') ?? at(each, 'schema', '$ref')),
          );
          assert.ok(new Set(types).size <= 1, `${method} ${path}: ${types}`);
        }
      }
    });

    test('the router has the same public paths, and everything described', () => {
      const isPublic = (path: string) => path.startsWith('/api/public/');
      const routes = routesOf(app);
      const described = Object.keys(objectAt(document, 'paths'));
      assert.deepEqual(routes.filter(isPublic).sort(), Object.keys(ENDPOINTS).sort());
      assert.deepEqual(described.filter(isPublic).sort(), Object.keys(ENDPOINTS).sort());
      for (const path of described) assert.ok(routes.includes(path), path);
    });

    test('an address that cannot be read is refused as it is described', async () => {
      const shown = operations.filter(({ path, method }) => method === 'get' && /\{/.test(path));
      for (const { path } of shown) {
        for (const part of ['%zz', '%ED%A0%80', 'a'.repeat(3000)]) {
          const { statusCode, headers } = await app.inject(path.replaceAll(/\{\w+\}/g, part));
          const described = objectAt(document, 'paths', path, 'get', 'responses');
          const [type = ''] = String(headers['content-type']).split(';');
          const known = at(described, String(statusCode), 'content', type);
          assert.ok(known, `${path} with ${part.slice(0, 9)}: ${statusCode} ${type}`);
        }
      }
    });

    test('what an address allows is what is described, with HEAD and OPTIONS', async () => {
      for (const path of Object.keys(ENDPOINTS)) {
        const url = path.replace(/\{\w+\}/, 'any');
        const { headers } = await app.inject({ method: 'OPTIONS', url });
        const methods = Object.keys(objectAt(document, 'paths', path));
        const allowed = [...methods.map((method) => method.toUpperCase()), 'HEAD', 'OPTIONS'];
        assert.equal(headers['allow'], allowed.join(', '), path);
      }
    });
  });
}
