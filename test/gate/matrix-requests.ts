// Every request of the matrix: each route with each piece, in every way in which it can be asked for.

import type { InjectOptions } from 'fastify';
import { type Credential, SERIES, TARGETS, type Target } from './matrix-world.ts';

export interface Cell {
  /** The door, and who knocks at it. */
  name: string;
  target: Target;
  request: InjectOptions;
}

/** Every field with which a form or program might try to publish a piece. */
const wishes = ({ id, version, time = {} }: Target) =>
  Object.fromEntries([
    ...['id', 'piece_id', 'pieceId', 'piece', 'part'].map((name) => [name, id]),
    ...['version', 'live_version', 'working_version'].map((name) => [name, String(version)]),
    ...['status', 'editor_status', 'state', 'to'].map((name) => [name, 'approved']),
    ...['act', 'action', 'then', 'move'].map((name) => [name, 'publish']),
    ...['publish', 'confirm', 'everywhere'].map((name) => [name, 'yes']),
    ['decision', 'approve'],
    ...['declaration', 'confirmed'].map((name) => [name, 'human']),
    ['deed', 'reinstate'],
    ['slug', 'eve'],
    ['published_at', '2026-06-15T12:00:00.000Z'],
    ...['scheduled_for', 'due_at', 'publish_at'].map((name) => [name, '2026-06-16T12:00:00.000Z']),
    ...Object.entries(time),
    ['headline', 'Made public'],
    ['title', 'Made public'],
    ['series', SERIES.id],
    ['sub', 'Made public'],
    ['body_md', 'Made public.'],
    ['category', 'building'],
    ['frame', 'lesson'],
    ['note', 'A note'],
    ['body', 'A note'],
    ['take', 'all'],
    ['author', 'owner'],
    ['name', 'A name'],
    ['scope', 'pieces:write'],
    ['email', 'owner@press.example'],
    ['password', 'not the password'],
    ['change', 'password'],
    ...[
      ['current', 'not the password'],
      ['pieces', 'keep'],
      ['keep_as', 'A name'],
    ],
  ]);

/** Fields that JSON can add. */
const CALL = {
  jsonrpc: '2.0',
  method: 'tools/call',
  params: { name: 'publish_piece', arguments: { id: TARGETS[0]?.id } },
};

/** The writer's own tools, called as they should be. */
function ownCalls({ id, version }: Target): { name: string; arguments: object }[] {
  const text = { headline: 'Made public', body_md: 'Made public.' };
  return [
    { name: 'list_my_pieces', arguments: {} },
    { name: 'get_my_desk', arguments: {} },
    { name: 'get_my_piece', arguments: { id } },
    { name: 'create_draft', arguments: text },
    { name: 'revise_draft', arguments: { id, version, ...text } },
    { name: 'list_notes', arguments: { id } },
    { name: 'reply_to_note', arguments: { id, note_id: id, body: 'A reply' } },
  ];
}

const OTHER_METHODS = ['HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'] as const;

/** The headers of a program that revises what it has read. */
const REVISED = { 'content-type': 'application/json', 'if-match': '*' };

const FILLED: { [parameter: string]: string } = { slug: 'owner', name: 'desk.css', number: '1' };

/** Routes about other things than pieces get the matching id. */
const addressed = (url: string, { id }: Target) =>
  url
    .replace('/desk/series/:id', `/desk/series/${SERIES.id}`)
    .replace('/series/:series', `/series/${SERIES.slug}`)
    .replace(/:(\w+)|\*/g, (_, name: string) => FILLED[name] ?? id);

/** Routes of a series are tried with each piece that a form may name. */
const isOfPiece = (url: string) => addressed(url, { name: '', id: '', version: 0 }) !== url;

const BOUNDARY = 'a-boundary';

function multipart(fields: { [name: string]: string }): string {
  const parts = Object.entries(fields).map(
    ([name, value]) =>
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  return `${parts.join('')}--${BOUNDARY}--\r\n`;
}

/** A body in each way in which a body can be sent, and the same in a query. */
function asked(url: string, target: Target, { headers, token }: Credential): InjectOptions[] {
  const fields = { ...wishes(target), form_token: token };
  const path = addressed(url, target);
  const form = new URLSearchParams(fields).toString();
  const send = (type: string, payload: string): InjectOptions => ({
    method: 'POST',
    url: path,
    headers: { host: 'press.example', ...headers, 'content-type': type },
    payload,
  });
  return [
    send('application/x-www-form-urlencoded', form),
    send('application/json', JSON.stringify({ ...fields, ...CALL })),
    send(`multipart/form-data; boundary=${BOUNDARY}`, multipart(fields)),
    { method: 'GET', url: `${path}?${form}`, headers: { host: 'press.example', ...headers } },
  ];
}

/** Calls of every tool, with each piece. */
export const toolCalls = (target: Target, { headers }: Credential): InjectOptions[] =>
  ownCalls(target).map((params) => ({
    method: 'POST',
    url: '/mcp',
    headers: { host: 'press.example', ...headers },
    payload: { ...CALL, id: 1, params },
  }));

/** The form as it should be sent, and the GET. */
const PLAINEST = [0, -1];

function withOtherMethods(url: string, target: Target, credential: Credential): InjectOptions[] {
  if (target !== TARGETS[0]) return [];
  const [form] = asked(url, target, credential);
  const headers = { host: 'press.example', ...credential.headers, ...REVISED };
  const payload = JSON.stringify(wishes(target));
  const revised = { url: addressed(url, target), headers, payload };
  return [
    ...OTHER_METHODS.map((method) => ({ ...form, method })),
    ...(['PUT', 'PATCH'] as const).map((method) => ({ ...revised, method })),
  ];
}

/** All of them, or only those that differ beyond the way in which they are sent. */
export function* cellsOf(
  urls: string[],
  credential: Credential,
  inEveryWay: (url: string) => boolean,
): Generator<Cell> {
  for (const url of urls) {
    for (const target of isOfPiece(url) ? TARGETS : TARGETS.slice(0, 1)) {
      const ways = asked(url, target, credential);
      const requests = inEveryWay(url)
        ? [...ways, ...withOtherMethods(url, target, credential)]
        : PLAINEST.flatMap((at) => ways.at(at) ?? []);
      for (const request of requests) {
        yield { name: `${request.method} ${url} × ${credential.name}`, target, request };
      }
    }
  }
}
