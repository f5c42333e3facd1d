// The client over real HTTP: failures as they are typed, requests given up, and a fetch of one's own.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { after, test } from 'node:test';
import { Standfirst } from '../../clients/typescript/src/client.ts';
import { ApiError } from '../../clients/typescript/src/errors.ts';
import { ERRORS } from '../../src/errors.ts';
import { createKey } from '../../src/operations/api-keys/api-keys.ts';
import { importArchive } from '../../src/operations/archive/import.ts';
import { addNote } from '../../src/operations/editorial/notes.ts';
import { RATES } from '../../src/schemas/requests/rates.ts';
import { author, piece } from '../support/archive/records.ts';
import { freePort } from '../support/databases/postgres-server.ts';
import { serveDesk } from '../support/desk/served-desk.ts';

const { base, context } = await serveDesk({ settings: { TRUST_PROXY: 'loopback' } });
const standfirst = new Standfirst(`${base}/`);

const failureOf = (asked: Promise<unknown>): Promise<ApiError> =>
  asked.then(
    () => assert.fail('It did not fail.'),
    (error) => {
      assert.ok(error instanceof ApiError, String(error));
      return error;
    },
  );

test('what is refused says which fields, and why', async () => {
  const { status, errors, reason, retryAfter, requestId } = await failureOf(
    standfirst.searchAuthors({ q: ' ', limit: 99 }),
  );
  assert.equal(status, 400);
  assert.deepEqual(errors.map(({ field }) => field).sort(), ['limit', 'q']);
  assert.match(reason, /2 fields/);
  assert.deepEqual([retryAfter, requestId], [null, null]);
});

test('what is not there, and what a key may not do, has the words of the service', async () => {
  const missing = await failureOf(standfirst.getAuthor({ slug: 'a/b?c' }));
  assert.deepEqual([missing.status, missing.reason], [404, ERRORS.author_not_found.reason]);
  const stranger = new Standfirst(base, { key: `pk_live_${'0'.repeat(64)}` });
  const refused = await failureOf(stranger.createPiece({ headline: 'A', body_md: 'B' }));
  assert.deepEqual([refused.status, refused.reason], [403, ERRORS.key_refused.reason]);
});

test('drafting without a key fails before anything is sent', async () => {
  const asked = new Standfirst(base, { fetch: () => assert.fail('sent') });
  await assert.rejects(asked.listMyPieces(), TypeError);
  await assert.rejects(asked.createPiece({ headline: 'A', body_md: 'B' }), TypeError);
});

test('who asks too often is told when to come again', async () => {
  const counted = new Standfirst(base, {
    fetch: (url, init) =>
      fetch(url, {
        ...init,
        headers: { ...Object(init?.headers), 'x-forwarded-for': '203.0.113.9' },
      }),
  });
  const asked = Array.from({ length: RATES.read.max + 1 }, () =>
    counted.getPiece({ id: 'nothing' }).catch((error: unknown) => error),
  );
  const refused = (await Promise.all(asked)).find(
    (error) => error instanceof ApiError && error.status === 429,
  );
  assert.ok(refused instanceof ApiError);
  assert.ok(refused.retryAfter !== null && refused.retryAfter > 0);
});

test('a request can be given up', async () => {
  const aborted = AbortSignal.abort();
  await assert.rejects(standfirst.recentPieces({}, { signal: aborted }), { name: 'AbortError' });
});

test('what something between here and the service answers is a failure too', async () => {
  const proxied = await behind((response) =>
    response.writeHead(502, 'Bad Gateway').end('<h1>Bad gateway</h1>'),
  );
  const { status, reason } = await failureOf(proxied.recentPieces());
  assert.deepEqual([status, reason], [502, 'Bad Gateway']);
});

test('a page of somebody else in place of an answer is a failure of a known kind', async () => {
  const portal = await behind((response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Sign in to the network</h1>'),
  );
  const { status, reason } = await failureOf(portal.getPiece({ id: 'any' }));
  assert.equal(status, 200);
  assert.match(reason, /not JSON/);
});

test('when to come again may be a date', async () => {
  const soon = new Date(Date.now() + 3_600_000).toUTCString();
  for (const [header, least, most] of [
    [soon, 3500, 3600],
    ['Thu, 01 Jan 2026 00:00:00 GMT', 0, 0],
    ['120', 120, 120],
  ] as const) {
    const resting = await behind((response) =>
      response.writeHead(503, { 'retry-after': header }).end(),
    );
    const { retryAfter } = await failureOf(resting.recentPieces());
    assert.ok(retryAfter !== null && retryAfter >= least && retryAfter <= most, `${retryAfter}`);
  }
  const vague = await behind((response) => response.writeHead(503, { 'retry-after': 'x' }).end());
  assert.equal((await failureOf(vague.recentPieces())).retryAfter, null);
});

test('a name that would lead elsewhere is nobody', async () => {
  for (const id of ['recent', 'search', '.', '..', '']) {
    const { status, reason } = await failureOf(standfirst.getPiece({ id }));
    assert.deepEqual([status, reason], [404, ERRORS.piece_not_found.reason], id);
  }
  for (const slug of ['search', '.', '..', '']) {
    for (const asked of [
      standfirst.getAuthor({ slug }),
      standfirst.authorFeedJson({ slug }),
      standfirst.embedData({ slug }),
      standfirst.pieceMarkdown({ slug, piece: slug }),
    ]) {
      const { status, reason } = await failureOf(asked);
      assert.deepEqual([status, reason], [404, ERRORS.author_not_found.reason], slug);
    }
  }
});

/** A client of something that answers in place of the service. */
async function behind(answer: (response: ServerResponse) => void): Promise<Standfirst> {
  const port = await freePort();
  const server = createServer((_request, response) => answer(response)).listen(port, '127.0.0.1');
  await once(server, 'listening');
  after(() => server.close());
  return new Standfirst(`http://127.0.0.1:${port}`);
}

test('a walk meets everything in order, page by page, and no more than is asked for', async () => {
  const titles = Array.from({ length: 7 }, (_, at) => `Piece ${at}`);
  const lines = [
    ...['ada', 'bob', 'eve'].map((slug) => author(slug, { bio: 'Walks.' })),
    ...titles.map((headline, at) =>
      piece('ada', { headline, published_at: `2026-01-0${at + 1}T00:00:00Z` }),
    ),
  ];
  await importArchive(
    context,
    lines.map((line) => JSON.stringify(line)),
  );
  const { key } = await createKey(context, {
    ...{ writer: 'ada', name: 'agent', scope: 'pieces:read', expiresAt: null },
  });
  const asked: string[] = [];
  const walker = new Standfirst(base, {
    key,
    fetch: (url, init) => {
      asked.push(String(url));
      return fetch(url, init);
    },
  });
  const newest = titles.toReversed();
  const WALKS: [walk: AsyncIterable<object>, expected: string[]][] = [
    [walker.walkRecentPieces({ limit: 2 }), newest],
    [walker.walkAuthorPieces({ slug: 'ada', limit: 3 }), newest],
    [walker.walkSearchPieces({ q: 'piece', limit: 2 }), newest],
    [walker.walkSearchAuthors({ q: 'walks', limit: 1 }), ['ada', 'bob', 'eve']],
    [walker.walkMyPieces({ limit: 2 }), newest],
  ];
  for (const [walk, expected] of WALKS) {
    const met: string[] = [];
    for await (const each of walk) {
      const { title, headline, slug } = { title: '', headline: '', slug: '', ...each };
      met.push(title || headline || slug);
    }
    assert.deepEqual(met, expected);
  }
  asked.length = 0;
  for await (const { title } of walker.walkRecentPieces({ limit: 2 })) {
    if (title === 'Piece 4') break;
  }
  assert.equal(asked.length, 2, 'what nobody needs is not asked for');
  const middle = await walker.recentPieces({ limit: 5 });
  const rest: string[] = [];
  const cursor = middle.next_cursor ?? undefined;
  for await (const { title } of walker.walkRecentPieces({ cursor })) rest.push(title);
  assert.deepEqual(rest, newest.slice(5));
});

test('revisions name their version, and notes are walked and replied to once', async () => {
  await importArchive(context, [JSON.stringify(author('noah'))]);
  const { key } = await createKey(context, {
    ...{ writer: 'noah', name: 'agent', scope: 'pieces:write', expiresAt: null },
  });
  const program = new Standfirst(base, { key });
  const { id } = await program.createPiece({ headline: 'A', body_md: 'One. Two.' });
  const draft = { headline: 'A', body_md: 'One. Two. Three.' };
  const once = { idempotencyKey: 'revised once' };
  const revised = await program.revisePiece({ id, version: 1 }, draft, once);
  assert.deepEqual(await program.revisePiece({ id, version: 1 }, draft, once), revised);
  const stale = await failureOf(program.revisePiece({ id, version: 1 }, draft));
  assert.deepEqual([stale.status, stale.code], [412, 'version_stale']);
  const { piece: read } = await program.getMyPiece({ id });
  assert.deepEqual(
    [read.version, read.body_md, read.written_by.is_this_key],
    [2, draft.body_md, true],
  );

  const changed = await program.changePiece({ id, version: 2 }, { tags: ['counting'] });
  assert.equal(changed.version, 3);
  const { piece: kept } = await program.getMyPiece({ id });
  assert.deepEqual([kept.tags, kept.body_md], [['counting'], draft.body_md]);

  const noah = await context.store.authors.bySlug('noah');
  const actor = { kind: 'writer', slug: 'noah', isAdmin: false, sessionId: 'one' } as const;
  const bodies = ['First.', 'Second.', 'Third.'];
  for (const body of bodies) {
    const note = { pieceId: id, body, version: null, words: null };
    await addNote(context, { ...actor, accountId: noah?.id ?? '' }, note);
  }
  const met: string[] = [];
  for await (const { body } of program.walkNotes({ id, limit: 2 })) met.push(body);
  assert.deepEqual(met, bodies);
  const [note] = (await program.listNotes({ id, limit: 1 })).notes;
  const said = { idempotencyKey: 'said once' };
  const place = { id, note: note?.id ?? '' };
  const { reply } = await program.replyToNote(place, { body: 'Done.' }, said);
  assert.deepEqual((await program.replyToNote(place, { body: 'Done.' }, said)).reply, reply);
  const nowhere = await failureOf(program.replyToNote({ id, note: '..' }, { body: 'Done.' }));
  assert.equal(nowhere.status, 404);
  assert.equal((await failureOf(program.listNotes({ id: 'me' }))).status, 404);
});
