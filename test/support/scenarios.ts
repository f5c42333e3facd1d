// Runs tables of requests, with what their answers must and must not contain.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { InjectOptions } from 'fastify';
import { at, type Json, listAt } from './json.ts';
import { type Judge, judgeOf } from './openapi/api-judge.ts';
import type { Service } from './service.ts';

export interface Scenario {
  name: string;
  url: string;
  method?: NonNullable<InjectOptions['method']>;
  headers?: { [name: string]: string };
  status: number;
  /** The exact body. */
  is?: object;
  /** Fields that the body must have; it may have others. */
  has?: object;
  /** The authors' slugs or the pieces' titles in the answer: these in this order, and no others. */
  finds?: string[];
  /** The names of all fields that are refused. */
  refuses?: string[];
  /** Text that the body must contain. */
  holds?: string[];
  /** Text that the body must not contain. */
  lacks?: string[];
}

export function runScenarios(service: Service, scenarios: readonly Scenario[]): void {
  for (const scenario of scenarios) {
    test(scenario.name, () => runScenario(service, scenario));
  }
}

/** Requests a body, which must match the API description, and returns it. */
export async function read(service: Service, url: string): Promise<Json> {
  const { body, text, status } = await ask(service, { url });
  assert.equal(status, 200, text);
  const judge = await judgeOf(service.app);
  judge.assertSuccess(url, body);
  assertSuccess(body);
  return body;
}

interface Answer {
  status: number;
  type: string;
  text: string;
  body: Json;
}

type Asked = Pick<Scenario, 'url' | 'method' | 'headers'>;

async function ask({ app }: Service, { url, method = 'GET', headers = {} }: Asked) {
  const answer = await app.inject({ url, method, headers });
  const type = String(answer.headers['content-type']);
  assert.equal(type, 'application/json; charset=utf-8', answer.body);
  const body: Json = JSON.parse(answer.body);
  const result: Answer = { status: answer.statusCode, type, text: answer.body, body };
  return result;
}

async function runScenario(service: Service, scenario: Scenario): Promise<void> {
  const { status, text, body } = await ask(service, scenario);
  assert.equal(status, scenario.status, text);
  const judge = await judgeOf(service.app);
  if (status === 200) {
    judge.assertSuccess(scenario.url, body);
    assertSuccess(body);
  } else {
    assertFailure(judge, body, scenario.refuses);
  }
  assertContent(scenario, text, body);
}

function assertSuccess(body: Json): void {
  assert.equal(at(body, 'ok'), true);
  const count = at(body, 'count');
  if (count !== undefined) assert.equal(count, found(body).length, 'count');
}

function assertFailure(judge: Judge, body: Json, refused: string[] = []): void {
  judge.assertFailure(body);
  assert.equal(at(body, 'ok'), false);
  assert.match(String(at(body, 'reason')), /\S/);
  const fields = listAt(body, 'errors').map((error) => at(error, 'field'));
  assert.deepEqual(fields, refused, 'errors');
}

function assertContent(scenario: Scenario, text: string, body: Json): void {
  const { is, has, finds, holds = [], lacks = [] } = scenario;
  if (is) assert.deepEqual(body, is);
  if (has) assert.partialDeepStrictEqual(body, has);
  if (finds) assert.deepEqual(found(body), finds);
  for (const words of holds) assert.ok(text.includes(words), `no ${words} in ${text}`);
  for (const words of lacks) assert.ok(!text.includes(words), `${words} in ${text}`);
}

/** The results in an answer: authors by slug, pieces by title. */
export function found(body: Json): (Json | undefined)[] {
  const list = [...listAt(body, 'results'), ...listAt(body, 'items')];
  return list.map((each) => at(each, 'title') ?? at(each, 'slug'));
}
