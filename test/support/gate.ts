// The application with writers who can sign in, keys that can draft, and a clock that the test moves.

import { after } from 'node:test';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { buildApp } from '../../src/app.ts';
import { type Config, configFrom } from '../../src/config.ts';
import { createWriter } from '../../src/operations/accounts/writers.ts';
import { createKey } from '../../src/operations/api-keys/api-keys.ts';
import { type Context, newContext } from '../../src/operations/operation.ts';
import type { KeyScope } from '../../src/schemas/vocabulary.ts';
import { type DatabaseKind, freshPlace, openPatiently, type Place } from './databases/databases.ts';
import { Clock, type Person, signIn } from './desk/desk.ts';
import { DeskBrowser } from './desk/desk-browser.ts';
import { UNLIMITED } from './unlimited.ts';

export const BASE_URL = 'https://press.example';
export interface Gate {
  app: FastifyInstance;
  context: Context;
  place: Place;
  clock: Clock;
}

interface Settings {
  [name: string]: string;
}

export async function startGate(
  kind: DatabaseKind,
  settings: Settings = {},
  more: Partial<Config> = {},
): Promise<Gate> {
  return gateAt(await freshPlace(kind), settings, new Clock(), more);
}

/** Starts another process on the same database, as far as the database can tell. */
export async function gateAt(
  place: Place,
  settings: Settings = {},
  clock = new Clock(),
  /** Parts of the configuration that are not settings. */
  more: Partial<Config> = {},
): Promise<Gate> {
  const usual = { BASE_URL, LOG_LEVEL: 'silent', DATA_DIR: place.dataDir, ...UNLIMITED };
  const config = { ...configFrom({ ...usual, ...settings }), ...more };
  const store = await openPatiently(place);
  after(() => store.close());
  const context = newContext(store, config, clock.now);
  const app = await buildApp(context);
  after(() => app.close());
  return { app, context, place, clock };
}

/** Adds an account that can sign in. */
export async function addWriter(
  { context }: Gate,
  slug: string,
  { admin = false } = {},
): Promise<Person & { id: string }> {
  const person = { slug, email: `${slug}@press.example`, password: `the password of ${slug}` };
  const { id } = await createWriter(context, {
    ...person,
    name: slug,
    admin,
    identityVerified: false,
  });
  return { ...person, id };
}

/** A browser in which the person has just signed in. */
export async function browserOf({ app }: Gate, person: Person): Promise<DeskBrowser> {
  const browser = new DeskBrowser(app);
  await signIn(browser, person);
  return browser;
}

interface KeyOptions {
  name?: string;
  scope?: KeyScope;
  expiresAt?: Date;
}

export const addKey = (
  { context }: Gate,
  writer: string,
  { name = 'agent', scope = 'pieces:write', expiresAt }: KeyOptions = {},
) => createKey(context, { writer, name, scope, expiresAt: expiresAt ?? null });

/** A draft with the required fields only. */
export const DRAFT = { headline: 'A headline', body_md: 'A body.' };

type Headers = NonNullable<InjectOptions['headers']>;

/** Creates a draft as a program with a key would. A string or buffer is sent as it is, anything else as JSON. */
export const post = ({ app }: Gate, key: string, body: unknown, headers: Headers = {}) =>
  app.inject({
    method: 'POST',
    url: '/api/v1/pieces',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      ...headers,
    },
    payload: typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body),
  });

export const listOwn = ({ app }: Gate, key: string, query = '') =>
  app.inject({ url: `/api/v1/pieces/me${query}`, headers: { authorization: `Bearer ${key}` } });
