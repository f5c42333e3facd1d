// A service whose database the test can take away and bring back.

import { rename, rm } from 'node:fs/promises';
import { after } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { proxyTo } from '../processes/tcp-proxy.ts';
import { type DatabaseKind, freshPlace, type Place } from './databases.ts';
import { appOn, contextAt, importLines } from './existing-database.ts';

export interface Breakable {
  app: FastifyInstance;
  /** Where the database itself is, for access that bypasses the break. */
  place: Place;
  takeAway(): Promise<void>;
  bringBack(): Promise<void>;
}

/**
 * Starts the service. On SQLite, take the database away before it is opened: an open file can be read even after it was
 * moved.
 */
export async function startBreakable(kind: DatabaseKind, records: object[]): Promise<Breakable> {
  const place = await freshPlace(kind);
  const { near, takeAway, bringBack } =
    place.databaseUrl === null ? movable(place) : await proxied(place, place.databaseUrl);
  const context = await contextAt(near);
  await importLines(context, records);
  return { app: await appOn(context), place, takeAway, bringBack };
}

function movable(place: Place) {
  const elsewhere = `${place.dataDir}-away`;
  after(() => rm(elsewhere, { recursive: true, force: true }));
  return {
    near: place,
    takeAway: () => rename(place.dataDir, elsewhere),
    bringBack: () => rename(elsewhere, place.dataDir),
  };
}

async function proxied(place: Place, databaseUrl: string) {
  const url = new URL(databaseUrl);
  const proxy = await proxyTo({ host: url.hostname, port: Number(url.port) });
  url.port = String(proxy.port);
  return {
    near: { ...place, databaseUrl: url.href },
    takeAway: proxy.cut,
    bringBack: proxy.mend,
  };
}
