// Runs inside the recorded service before its own code: a clock that the recorder holds, ids that can be told from fixed ones, and a list of the routes.

import crypto from 'node:crypto';
import { subscribe } from 'node:diagnostics_channel';
import { readFileSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { isMainThread, threadId } from 'node:worker_threads';

interface Route {
  method: string | string[];
  url: string;
}

interface Hooks {
  addHook(name: 'onRoute', hook: (route: Route) => void): void;
  addHook(
    name: 'onRequest',
    hook: (
      request: { method: string; routeOptions: { url?: string } },
      reply: unknown,
      done: () => void,
    ) => void,
  ): void;
}

const SHORTEST_LIMIT_MS = 2_000;
const LONGEST_LIMIT_MS = 30_000;
const PATIENCE = 20;

const boot = Date.now().toString(16).slice(-10);
const clock = process.env['WIRE_CLOCK'];
if (clock !== undefined) holdClock(clock);
markIds();
const routes = process.env['WIRE_ROUTES'];
if (routes !== undefined && isMainThread) listRoutes(routes);

/** The time is in a file, so that all threads agree on it. */
function holdClock(file: string): void {
  const now = () => Number(readFileSync(file, 'latin1'));
  const Real = Date;
  globalThis.Date = new Proxy(Real, {
    construct: (target, given, made) =>
      Reflect.construct(target, given.length === 0 ? [now()] : given, made),
    apply: () => new Real(now()).toString(),
    get: (target, name, receiver) => (name === 'now' ? now : Reflect.get(target, name, receiver)),
  });
  Real.prototype.constructor = globalThis.Date;
}

/** In the order in which they are made, so that what is sorted by id comes in the same order again. */
function markIds(): void {
  let count = 0;
  const thread = threadId.toString(16).padStart(2, '0').slice(-2);
  const made = (): ReturnType<typeof crypto.randomUUID> => {
    count += 1;
    const last = thread + count.toString(16).padStart(10, '0');
    return `ffffffff-${boot.slice(0, 4)}-4${boot.slice(4, 7)}-8${boot.slice(7)}-${last}`;
  };
  crypto.randomUUID = made;
  globalThis.crypto.randomUUID = made;
  syncBuiltinESMExports();
}

bePatient();

/** A machine that has much else to do must not be seen in a recording: nothing is too slow. */
function bePatient(): void {
  const real = globalThis.setTimeout;
  globalThis.setTimeout = new Proxy(real, {
    apply(target, self, [run, ms, ...given]) {
      const isLimit = ms >= SHORTEST_LIMIT_MS && ms <= LONGEST_LIMIT_MS;
      return Reflect.apply(target, self, [run, isLimit ? ms * PATIENCE : ms, ...given]);
    },
  });
}

/** Random delays are always the same. */
Math.random = () => 0.5;

/** When the process ends, the file lists all routes, and those that were requested. */
function listRoutes(file: string): void {
  const known = new Set<string>();
  const asked = new Set<string>();
  subscribe('fastify.initialization', (message) => {
    if (!isAnnouncement(message)) return;
    message.fastify.addHook('onRoute', ({ method, url }) => {
      for (const each of [method].flat()) known.add(`${kindOf(each)} ${url}`);
    });
    message.fastify.addHook('onRequest', ({ method, routeOptions: { url } }, _reply, done) => {
      if (url !== undefined) asked.add(`${kindOf(method)} ${url}`);
      done();
    });
  });
  process.on('exit', () => {
    writeFileSync(file, JSON.stringify({ known: [...known], asked: [...asked] }));
  });
}

const kindOf = (method: string) => (/^(?:GET|HEAD|POST)$/.test(method) ? method : 'other');

const isAnnouncement = (message: unknown): message is { fastify: Hooks } =>
  typeof message === 'object' && message !== null && 'fastify' in message;
