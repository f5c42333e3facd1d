// Every example in the API description is what the service really answers, down to the words.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { InjectOptions } from 'fastify';
import { ERRORS } from '../../../src/errors.ts';
import {
  EXAMPLE_CHANGE,
  EXAMPLE_NOTE_BODY,
  EXAMPLE_NOTE_WORDS,
  EXAMPLE_REPLY,
} from '../../../src/operations/editorial/examples.ts';
import { addNote } from '../../../src/operations/editorial/notes.ts';
import {
  EXAMPLE_AUTHOR,
  EXAMPLE_BODY,
  EXAMPLE_DRAFT,
  EXAMPLE_IMAGE,
} from '../../../src/operations/examples.ts';
import { IMAGE_LIMITS } from '../../../src/schemas/images/image-limits.ts';
import { TOO_MANY_PIXELS } from '../../media/hostile-files.ts';
import { painting } from '../../media/image-world.ts';
import { DATABASES_IN_FULL } from '../../support/databases/databases.ts';
import { at, type Json, listAt, objectAt } from '../../support/json.ts';
import { judgeOf } from '../../support/openapi/api-judge.ts';
import {
  type Described,
  examplesOf,
  operationsOf,
  sampleUrl,
  urlsOf,
} from '../../support/openapi/described.ts';
import { startExampleWorld } from '../../support/openapi/example-world.ts';
import { STATELESS_META } from '../../support/tool-messages.ts';

const BROKEN_ESCAPE = 'x=%zz';

const METHODS = ['POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** Other tests produce these responses; this one checks that the examples have the catalogue's words. */
const DRIVEN_ELSEWHERE = ['409', '429', '500', '503'];

/** This response needs a service with another host name. */
const isDrivenElsewhere = (status: string, name: string) =>
  DRIVEN_ELSEWHERE.includes(status) || name === 'host_refused';

const WITHOUT_BODY = ['202', '301', '304'];

const MARK = '00000000-0000-4000-8000-000000000000';
const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** The id of a draft is made up when it is created; whether more follow depends on what else was asked. */
const withoutIds = (body: Json): Json =>
  JSON.parse(
    JSON.stringify(body)
      .replace(UUID, MARK)
      .replaceAll(HASH, '')
      .replace(/"next_cursor":"[^"]+"/, '"next_cursor":null'),
  );

/** In the name of an image: it is made from the key. */
const HASH = /[0-9a-f]{64}/g;

type Asked = Pick<InjectOptions, 'headers' | 'payload' | 'remoteAddress'> & { url: string };
type World = Awaited<ReturnType<typeof startExampleWorld>> & {
  draft: string;
  left: string;
  /** Revised by its key, and with a version more than it was created with. */
  revised: string;
  /** Changed by its key in one field. */
  changed: string;
  stale: string;
  /** With a note of its writer's. */
  noted: Noted;
  /** Another note, to be replied to. */
  answered: Noted;
};

interface Noted {
  id: string;
  note: string;
}

/** A photo of the example's size. */
const PHOTO = await painting(EXAMPLE_IMAGE.width, EXAMPLE_IMAGE.height).png().toBuffer();

const TOO_MANY_VALUES = JSON.stringify(Array(20_000).fill(1));
const TOO_LARGE = JSON.stringify('x'.repeat(2 * 1024 * 1024));

const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
const json = { 'content-type': 'application/json' };

/** The requests for each status and example of an operation. */
function asking(world: World, operation: Described): { [example: string]: Asked } {
  const url = sampleUrl(operation);
  if (operation.path === '/api/mcp') return ofTools(operation, url);
  if (!operation.path.startsWith('/api/v1/')) return reading(operation, url);
  const headers = bearer(world.writeKey);
  const refusals = {
    '401 unauthorised': { url },
    '403 key_refused': { url, headers: bearer(`pk_live_${'0'.repeat(64)}`) },
  };
  if (operation.path.startsWith('/api/v1/pieces/{id}') && operation.method !== 'DELETE') {
    return editorial(world, operation, refusals);
  }
  if (operation.id === 'uploadImage') return { ...refusals, ...uploading(world, url) };
  if (operation.method === 'POST') return { ...refusals, ...writing(world, url) };
  if (operation.method === 'DELETE') return { ...refusals, ...deleting(world, operation) };
  // From elsewhere: this machine is exempt here.
  const answer = { url, headers, ...(operation.id === 'getKey' && { remoteAddress: ELSEWHERE }) };
  return {
    ...refusals,
    '200 answer': answer,
    '400 invalid_input': { url: sampleUrl(operation, { limit: '0' }), headers },
  };
}

/** Reading back, revising, notes and replies. */
function editorial(
  world: World,
  operation: Described,
  refusals: { [example: string]: Asked },
): { [example: string]: Asked } {
  const { writeKey, otherKey, left, revised, stale } = world;
  const { id: noted, note } = operation.id === 'replyToNote' ? world.answered : world.noted;
  const headers = { ...bearer(writeKey), ...json };
  const url = (id: string, at: object = {}) => sampleUrl(operation, { id, note, ...at });
  const absent = { '404 own_piece_not_found': { url: url(MARK), headers: bearer(writeKey) } };
  if (operation.id === 'getMyPiece') {
    return {
      ...refusals,
      ...absent,
      '200 answer': { url: url(left), headers: bearer(writeKey) },
      '400 bad_request': { url: '/api/v1/pieces/%zz', headers: bearer(writeKey) },
    };
  }
  if (operation.id === 'listNotes') {
    return {
      ...refusals,
      ...absent,
      '200 answer': { url: url(noted), headers: bearer(writeKey) },
      '400 invalid_input': { url: url(noted, { limit: '0' }), headers: bearer(writeKey) },
    };
  }
  // Without If-Match, the body of a revision isn't looked at.
  const any = operation.id === 'replyToNote' ? {} : { 'if-match': '*' };
  const posted = Object.fromEntries(
    Object.entries(writing(world, url(noted)))
      .filter(([name]) => /^(?:4(?:00|03|13|15))/.test(name))
      .map(([name, asked]) => [name, { ...asked, headers: { ...asked.headers, ...any } }]),
  );
  if (operation.id === 'replyToNote') {
    const once = { ...headers, 'idempotency-key': 'the reply' };
    return {
      ...refusals,
      ...posted,
      '404 own_piece_not_found': { url: url(MARK), headers, payload: EXAMPLE_REPLY },
      '404 note_not_found': { url: url(noted, { note: MARK }), headers, payload: EXAMPLE_REPLY },
      '201 answer': { url: url(noted), headers: once, payload: EXAMPLE_REPLY },
      '400 invalid_input': { url: url(noted), headers, payload: { body: ' ' } },
      '422 key_reused': { url: url(noted), headers: once, payload: { body: 'Other' } },
    };
  }
  const isPartial = operation.id === 'changePiece';
  const body = isPartial ? EXAMPLE_CHANGE : EXAMPLE_BODY;
  const own = isPartial ? world.changed : revised;
  const matched = { ...headers, 'if-match': '"v1"' };
  const once = { ...matched, 'idempotency-key': operation.id };
  const send = (id: string, sent: object, payload: object | string = body) => ({
    url: url(id),
    headers: { ...matched, ...sent },
    payload,
  });
  return {
    ...refusals,
    ...posted,
    '404 own_piece_not_found': { url: url(MARK), headers: matched, payload: body },
    '200 answer': send(own, once),
    '202 answer': send(left, bearer(otherKey)),
    '400 invalid_input': send(left, {}, { ...body, headline: ' ' }),
    '412 version_stale': send(stale, {}),
    '422 key_reused': send(own, once, { ...body, headline: 'Other' }),
    '428 version_required': { url: url(left), headers, payload: body },
  };
}

const ELSEWHERE = '203.0.113.7';

/** One draft that is deleted, and one that is left. */
function deleting(world: World, operation: Described): { [example: string]: Asked } {
  const { writeKey, readKey, otherKey, draft } = world;
  const url = sampleUrl(operation, { id: draft });
  const headers = { ...bearer(writeKey), ...json };
  return {
    '400 malformed_json': { url, headers, payload: '{' },
    '400 too_many_values': { url, headers, payload: TOO_MANY_VALUES },
    '413 too_large': { url, headers, payload: TOO_LARGE },
    '415 unsupported_type': {
      url,
      headers: { ...headers, 'content-type': 'text/plain' },
      payload: '{}',
    },
    '415 unsupported_encoding': {
      url,
      headers: { ...headers, 'content-encoding': 'gzip' },
      payload: '{}',
    },
    '200 answer': { url, headers: bearer(writeKey) },
    '403 scope_refused': { url, headers: bearer(readKey) },
    '403 draft_of_another': {
      url: sampleUrl(operation, { id: world.left }),
      headers: bearer(otherKey),
    },
    '404 draft_not_found': { url: sampleUrl(operation, { id: MARK }), headers: bearer(writeKey) },
  };
}

function uploading({ writeKey, readKey }: World, url: string): { [example: string]: Asked } {
  const headers = { ...bearer(writeKey), 'content-type': 'image/png' };
  const broken = { ...headers, 'content-type': 'multipart/form-data' };
  return {
    '201 answer': { url, headers, payload: PHOTO },
    '400 no_image': { url, headers: bearer(writeKey) },
    '400 image_empty': { url, headers, payload: '' },
    '400 image_refused': { url, headers, payload: 'no image' },
    '400 bad_request': { url, headers: broken, payload: 'x' },
    '403 scope_refused': { url, headers: { ...headers, ...bearer(readKey) }, payload: 'x' },
    '413 image_too_large': { url, headers, payload: Buffer.alloc(IMAGE_LIMITS.uploadBytes + 1) },
    '413 image_too_many_pixels': { url, headers, payload: TOO_MANY_PIXELS[0]?.bytes ?? '' },
    '415 image_type_refused': { url, headers: { ...headers, 'content-type': 'a/b' }, payload: 'x' },
  };
}

const reading = (operation: Described, url: string): { [example: string]: Asked } => ({
  '200 answer': { url },
  '404 not_found': {
    url: sampleUrl(operation, {
      piece: 'nothing',
      category: 'nothing',
      tag: 'nothing',
      series: 'nothing',
    }),
  },
  '400 invalid_input': {
    url:
      operation.id === 'getPiece'
        ? `${url}?offset=-1&max_characters=0`
        : sampleUrl(operation, { limit: '0', before: '0', theme: '0' }),
  },
  '400 bad_request': {
    url:
      operation.id === 'pieceMarkdown' ? url.replace('.md', '%zz.md') : `${url}?${BROKEN_ESCAPE}`,
  },
  '404 author_not_found': { url: sampleUrl(operation, { slug: 'nobody', author: 'nobody' }) },
  '404 piece_not_found': { url: sampleUrl(operation, { id: MARK }) },
});

/** A message as it is shown, and what is wrong with it in each example. */
function ofTools({ operation, method }: Described, url: string): { [example: string]: Asked } {
  if (method === 'GET') {
    const headers = { accept: 'text/event-stream' };
    return { '200 answer': { url }, '405 method_not_allowed': { url, headers } };
  }
  const [content] = Object.values(objectAt(operation, 'requestBody', 'content'));
  const payload = objectAt(content, 'example');
  const long = JSON.stringify('x'.repeat(2 * 1024 * 1024));
  const ping = { ...payload, method: 'ping', params: { _meta: STATELESS_META } };
  return {
    '200 answer': { url, payload },
    '400 unknown_revision': { url, payload, headers: { 'mcp-protocol-version': '2024-11-05' } },
    '404 unknown_method': {
      url,
      payload: ping,
      headers: { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'ping' },
    },
    '413 too_large': { url, payload: long, headers: json },
    '415 unsupported_type': { url, payload: 'x', headers: { 'content-type': 'a/b' } },
    '415 unsupported_encoding': { url, payload, headers: { 'content-encoding': 'br' } },
  };
}

function writing({ writeKey, readKey }: World, url: string): { [example: string]: Asked } {
  const headers = { ...bearer(writeKey), ...json };
  const once = { ...headers, 'idempotency-key': 'the example' };
  return {
    '200 answer': { url: `${url}?dry_run=true`, headers, payload: EXAMPLE_BODY },
    '201 answer': { url, headers: once, payload: EXAMPLE_BODY },
    '400 invalid_input': { url, headers, payload: { ...EXAMPLE_BODY, headline: ' ' } },
    '400 malformed_json': { url, headers, payload: '{' },
    '400 too_many_values': { url, headers, payload: TOO_MANY_VALUES },
    '403 scope_refused': { url, headers: { ...headers, ...bearer(readKey) }, payload: '{}' },
    '413 too_large': { url, headers, payload: TOO_LARGE },
    '415 unsupported_type': { url, headers: { ...headers, 'content-type': 'a/b' }, payload: 'x' },
    '415 unsupported_encoding': {
      url,
      headers: { ...headers, ...json, 'content-encoding': 'br' },
      payload: '{}',
    },
    '422 key_reused': { url, headers: once, payload: { ...EXAMPLE_BODY, headline: 'Other' } },
  };
}

const isPublicRead = ({ path, method }: Described) =>
  method === 'GET' && !path.startsWith('/api/v1/');

for (const kind of DATABASES_IN_FULL) {
  describe(`the examples of the API description, on ${kind}`, async () => {
    const started = await startExampleWorld(kind);
    const sent = async () => {
      const { headers, payload } = { headers: bearer(started.writeKey), payload: EXAMPLE_BODY };
      const answer = await started.app.inject({
        method: 'POST',
        url: '/api/v1/pieces',
        headers,
        payload,
      });
      return String(at(answer.json<Json>(), 'id'));
    };
    const stale = await sent();
    await started.app.inject({
      method: 'PUT',
      url: `/api/v1/pieces/${stale}`,
      headers: { ...bearer(started.writeKey), 'if-match': '"v1"' },
      payload: EXAMPLE_BODY,
    });
    const { id: accountId, slug } = EXAMPLE_AUTHOR;
    const writer = { kind: 'writer', accountId, slug, isAdmin: false, sessionId: 'none' } as const;
    const withNote = async (): Promise<Noted> => {
      const pieceId = await sent();
      const words = { exact: EXAMPLE_NOTE_WORDS, prefix: '', suffix: '' };
      const note = { pieceId, version: null, body: EXAMPLE_NOTE_BODY, words };
      return { id: pieceId, note: (await addNote(started.context, writer, note)).id };
    };
    const world: World = {
      ...started,
      ...{
        draft: await sent(),
        left: await sent(),
        changed: await sent(),
        revised: await sent(),
        stale,
      },
      ...{ noted: await withNote(), answered: await withNote() },
    };
    const { document } = await judgeOf(world.app);
    const operations = operationsOf(document).sort((one) => (one.method === 'POST' ? -1 : 1));

    for (const operation of operations) {
      const statuses = Object.keys(objectAt(operation.operation, 'responses'));
      for (const status of statuses.filter((each) => !DRIVEN_ELSEWHERE.includes(each))) {
        const wanted = asking(world, operation);
        const driven = Object.entries(examplesOf(operation, status)).filter(
          ([name]) => !isDrivenElsewhere(status, name),
        );
        for (const [name, example] of driven) {
          test(`${operation.id} really answers ${status} ${name}`, async () => {
            const asked = wanted[`${status} ${name}`];
            assert.ok(asked, 'nothing is asked for this example');
            const { method: described } = operation;
            const method = METHODS.find((each) => each === described) ?? 'GET';
            const answer = await world.app.inject({ method, ...asked });
            assert.equal(answer.statusCode, Number(status), answer.body);
            const told = typeof example === 'string' ? answer.body : answer.json<Json>();
            assert.deepEqual(withoutIds(told), withoutIds(example));
          });
        }
      }

      test(`${operation.id} is itself at the address that it names as its example`, () => {
        for (const address of urlsOf(operation, '200')) {
          assert.equal(address, `https://press.example${operation.path}`);
        }
      });

      test(`${operation.id} shows the words of the catalogue for what befalls every request`, () => {
        const shown = statuses
          .filter((status) => DRIVEN_ELSEWHERE.includes(status))
          .flatMap((status) => Object.entries(examplesOf(operation, status)));
        for (const [code, example] of shown) {
          const known = Object.entries(ERRORS).find(([name]) => name === code);
          const told = at(example, 'reason') ?? at(example, 'error', 'message');
          assert.equal(told, known?.[1].reason, code);
        }
        assert.ok(shown.length >= 3);
      });

      test(`${operation.id} has an example for every parameter that must be given, and every body`, () => {
        for (const parameter of listAt(operation.operation, 'parameters')) {
          const isGiven = at(parameter, 'example') !== undefined;
          assert.ok(isGiven || at(parameter, 'required') !== true, JSON.stringify(parameter));
        }
        for (const status of statuses.filter((each) => !WITHOUT_BODY.includes(each))) {
          const shown = [
            ...Object.keys(examplesOf(operation, status)),
            ...urlsOf(operation, status),
          ];
          assert.ok(shown.length > 0, status);
        }
      });
    }

    test('the example of a draft is the draft that its body makes', () => {
      const post = operations.find(({ id }) => id === 'createPiece');
      const [content] = Object.values(objectAt(post?.operation, 'requestBody', 'content'));
      assert.deepEqual(at(content, 'example'), EXAMPLE_BODY);
      assert.equal(EXAMPLE_DRAFT.headline, EXAMPLE_BODY.headline);
    });

    test('an answer that has not changed is 304', async () => {
      for (const operation of operations.filter(isPublicRead)) {
        const url = sampleUrl(operation);
        const { headers } = await world.app.inject(url);
        const again = { url, headers: { 'if-none-match': String(headers.etag) } };
        assert.equal((await world.app.inject(again)).statusCode, 304, url);
        assert.ok(at(operation.operation, 'responses', '304'), operation.id);
      }
    });
  });
}
