// The API description and the router, held against each other in both directions.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { RouteOptions } from 'fastify';
import { at, isObject, listAt, objectAt } from '../../support/json.ts';
import { judgeOf } from '../../support/openapi/api-judge.ts';
import { type Described, operationsOf } from '../../support/openapi/described.ts';
import { routesTakenDown } from '../../support/openapi/route-list.ts';
import { startService } from '../../support/service.ts';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** A route that takes a method, rather than refusing it. */
const taken = ({ schema, method }: RouteOptions) =>
  [method].flat().length === 1 && METHODS.includes(String(method)) && !schema?.hide;

const nameOf = (method: string, url: string) =>
  `${method} ${url.replace(/:(\w+)(?:\([^)]*\))?/g, '{$1}')}`;

const namesIn = (schema: unknown): string[] =>
  isObject(schema) ? Object.keys(objectAt(schema, 'properties')) : [];

const described = ({ operation }: Described, place: string) =>
  listAt(operation, 'parameters')
    .filter((each) => at(each, 'in') === place)
    .map((each) => String(at(each, 'name')));

describe('the API description and the router', async () => {
  const { app } = await startService('sqlite');
  const { document } = await judgeOf(app);
  const routes = routesTakenDown(app).filter(taken);
  const operations = operationsOf(document);
  const routeOf = ({ method, path }: Described) =>
    routes.find((route) => nameOf(String(route.method), route.url) === nameOf(method, path));

  test('whatever the router takes under /api, or has a tag, is described, and nothing else', () => {
    const shown = routes.filter(({ url, schema }) => url.startsWith('/api/') || schema?.tags);
    assert.deepEqual(
      shown.map(({ method, url }) => nameOf(String(method), url)).sort(),
      operations.map(({ method, path }) => nameOf(method, path)).sort(),
    );
  });

  test('nothing that the interface is made of is kept out of it', () => {
    const hidden = routesTakenDown(app)
      .filter(({ schema, method }) => schema?.hide && METHODS.includes(String(method)))
      .map(({ url }) => url);
    const files = /^\/(?:api|embed|feed)\b|\/feed\.|^\/\.well-known\/(?:mcp|ai-)/;
    assert.deepEqual(
      hidden.filter((url) => files.test(url)),
      [],
    );
  });

  for (const operation of operations) {
    test(`${operation.id} has the router's parameters and statuses`, () => {
      const schema = routeOf(operation)?.schema;
      assert.deepEqual(described(operation, 'path'), namesIn(schema?.params));
      assert.deepEqual(described(operation, 'query'), namesIn(schema?.querystring));
      assert.deepEqual(described(operation, 'header'), namesIn(schema?.headers));
      assert.equal(operation.operation['requestBody'] !== undefined, schema?.body !== undefined);
      const statuses = Object.keys(objectAt(operation.operation, 'responses'));
      assert.deepEqual(statuses.sort(), Object.keys(Object(schema?.response)).sort());
    });

    test(`${operation.id} belongs to a part of the API that is described`, () => {
      const tags = listAt(document, 'tags').map((tag) => at(tag, 'name'));
      for (const tag of listAt(operation.operation, 'tags')) assert.ok(tags.includes(tag));
    });
  }
});
