// The answers of services with and without a cache, and where they differ.

import { AsyncLocalStorage } from 'node:async_hooks';
import { after } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { ContentMemo } from '../../../src/store/content/content-memo.ts';
import { gateAt } from '../../support/gate.ts';
import { type Address, addressesIn, type World } from './world.ts';

const HEADERS = { 'content-type': 'application/json', 'accept-encoding': 'identity' };

const nameOf = ({ path, body = '' }: Address) => `${path} ${body}`.trim();

/** An answer as text: status, location and body. */
export async function answerFrom(origin: string, { path, body }: Address): Promise<string> {
  const how = body === undefined ? {} : { method: 'POST', body };
  const answer = await fetch(origin + path, { ...how, headers: HEADERS, redirect: 'manual' });
  return `${answer.status} ${answer.headers.get('location') ?? ''} ${await answer.text()}`;
}

export type Answers = Map<string, string>;

/** A service that caches nothing, and remembers nothing. */
export class Truth {
  readonly #app: FastifyInstance;
  readonly #asking = new AsyncLocalStorage<true>();

  private constructor(app: FastifyInstance) {
    this.#app = app;
    const asking = this.#asking;
    const { get } = ContentMemo.prototype;
    ContentMemo.prototype.get = function (db, key, read) {
      return asking.getStore() ? read() : get.call(this, db, key, read);
    };
    after(() => {
      ContentMemo.prototype.get = get;
    });
  }

  static async of({ gate }: World): Promise<Truth> {
    const { app } = await gateAt(gate.place, { CACHE_MB: '0' }, gate.clock);
    return new Truth(app);
  }

  async answers(world: World): Promise<Answers> {
    const answers: Answers = new Map();
    for (const address of addressesIn(world)) {
      answers.set(nameOf(address), await this.#asking.run(true, () => this.#answer(address)));
    }
    return answers;
  }

  async #answer({ path: url, body: payload }: Address): Promise<string> {
    const how =
      payload === undefined ? { method: 'GET' as const } : { method: 'POST' as const, payload };
    const headers = { ...HEADERS, host: 'press.example' };
    const { statusCode, headers: got, body } = await this.#app.inject({ url, headers, ...how });
    return `${statusCode} ${got.location ?? ''} ${body}`;
  }
}

/** Where a service gives another answer, among the first URLs. */
export async function wrongAt(
  origin: string,
  world: World,
  truth: Answers,
  count = Number.POSITIVE_INFINITY,
): Promise<string[]> {
  const wrong: string[] = [];
  for (const address of addressesIn(world).slice(0, count)) {
    const name = nameOf(address);
    const [is, shouldBe] = [await answerFrom(origin, address), truth.get(name)];
    if (is !== shouldBe) wrong.push(`${name}\n is: ${is}\n should be: ${shouldBe}`);
  }
  return wrong;
}
