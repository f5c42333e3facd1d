// Several workers at one address, and requests that reach each of them.

import assert from 'node:assert/strict';
import { createWriter } from '../../src/operations/accounts/writers.ts';
import { createKey } from '../../src/operations/api-keys/api-keys.ts';
import { type DatabaseKind, freshPlace, type Place } from '../support/databases/databases.ts';
import { contextAt } from '../support/databases/existing-database.ts';
import { type Served, serve } from '../support/processes/served.ts';

export const ADA = { email: 'ada@press.example', password: 'long enough' };

export interface World {
  place: Place;
  served: Served;
  key: string;
}

interface Settings {
  [name: string]: string;
}

/** A writer with a key, and a service with this many workers that all listen. */
export async function startWorkers(
  kind: DatabaseKind,
  workers: number,
  settings: Settings = {},
): Promise<World> {
  const place = await freshPlace(kind);
  const context = await contextAt(place);
  const person = { name: 'Ada', slug: 'ada', ...ADA };
  await createWriter(context, { ...person, admin: false, identityVerified: false });
  const { key } = await createKey(context, {
    writer: 'ada',
    name: 'program',
    scope: 'pieces:write',
    expiresAt: null,
  });
  // Only the workers have the database open.
  await context.store.close();
  const served = await serve(place, { WORKERS: String(workers), ...settings });
  await served.until(/ is at http/);
  return { place, served, key };
}

interface Line {
  worker?: number;
  pid?: number;
  method?: string;
  msg?: string;
}

const logLines = ({ output }: Served): Line[] =>
  output()
    .split('\n')
    .filter((line) => line.startsWith('{') && line.endsWith('}'))
    .map((line) => JSON.parse(line));

/** Log lines of workers that listen or have listened, in the order in which they began. */
export const listening = (served: Served) =>
  logLines(served).filter(({ msg }) => msg?.startsWith('Server listening'));

export const workersThat = (served: Served, method: string) =>
  new Set(
    logLines(served)
      .filter((line) => line.method === method)
      .map(({ worker }) => worker),
  );

/** Sends a request on a new connection: connections are dealt out to the workers in turn. */
export async function fetchAnew(url: string, init: RequestInit = {}) {
  const headers = new Headers(init.headers);
  headers.set('connection', 'close');
  const answer = await fetch(url, { ...init, headers });
  return { status: answer.status, headers: answer.headers, body: await answer.text() };
}

export async function postDraft({ served, key }: World, word: string) {
  const answer = await fetchAnew(`${served.origin}/api/v1/pieces`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ headline: `Headline ${word}`, body_md: `Body ${word}.` }),
  });
  assert.equal(answer.status, 201, answer.body);
}
