// Walks through paged lists by their cursors, over REST and with tools, while pieces come and go.

import assert from 'node:assert/strict';
import type { FastifyInstance } from 'fastify';
import { type Json, type JsonObject, listAt, objectAt } from './json.ts';
import { ask } from './tool-messages.ts';

/** A list, with the path and the tool that return it. */
export interface List {
  name: string;
  /** The name of the tool, or null if there is none. */
  tool: string | null;
  path: string;
  parameters: { [name: string]: string };
  headers?: { [name: string]: string };
}

interface Page {
  items: Json[];
  next: string | null;
}

const ITEMS = ['items', 'results', 'pieces'];

function pageFrom(body: JsonObject): Page {
  const { next_cursor: next } = body;
  assert.ok(next === null || typeof next === 'string', 'next_cursor is text or null');
  const name = ITEMS.find((each) => Array.isArray(body[each])) ?? '';
  return { items: listAt(body, name), next };
}

/** The page at a URL. Its Link header leads to the next page, if there is one. */
async function restPage(app: FastifyInstance, list: List, url: string) {
  const { headers = {} } = list;
  const answer = await app.inject({ url, headers });
  assert.equal(answer.statusCode, 200, answer.body);
  const page = pageFrom(answer.json());
  const { link = null } = { link: null, ...answer.headers };
  assert.equal(link === null, page.next === null, 'a page that is not the last has a link');
  const [, linked = ''] =
    /^<https:\/\/press\.example([^>]+)>; rel="next"$/.exec(String(link)) ?? [];
  return { ...page, linked };
}

/** All items of a walk, page after page. `between` is called after each page. */
export async function restWalk(
  app: FastifyInstance,
  list: List,
  limit: number,
  between: () => Promise<void> = async () => {},
): Promise<Json[]> {
  const met: Json[] = [];
  const first = `${list.path}?${new URLSearchParams({ ...list.parameters, limit: `${limit}` })}`;
  for (let url = first; url !== ''; ) {
    const { items, linked } = await restPage(app, list, url);
    met.push(...items);
    assert.ok(met.length < 1_000, 'a walk ends');
    if (linked !== '') await between();
    url = linked;
  }
  return met;
}

/** All items of a walk with the tool, which gets `next_cursor` exactly as it was sent. */
export async function toolWalk(
  app: FastifyInstance,
  { tool, parameters: { q, ...others } }: List,
  limit: number,
  between: () => Promise<void> = async () => {},
): Promise<Json[]> {
  const met: Json[] = [];
  const given = { ...others, ...(q !== undefined && { query: q }), limit };
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const args = { ...given, ...(cursor !== undefined && { cursor }) };
    const told = await ask(app, 'tools/call', { name: tool, arguments: args });
    const { items, next } = pageFrom(objectAt(told.body, 'result', 'structuredContent'));
    met.push(...items);
    assert.ok(met.length < 1_000, 'a walk ends');
    if (next !== null) await between();
    cursor = next;
  }
  return met;
}
