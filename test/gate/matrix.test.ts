// Every route × everyone who might knock × every piece: what became public, and through which door.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import { DATABASES, type DatabaseKind } from '../support/databases/databases.ts';
import { type Rows, rowsAt } from '../support/databases/rows.ts';
import { isFull } from '../support/full.ts';
import { startGate } from '../support/gate.ts';
import { at, listAt } from '../support/json.ts';
import { routeUrlsOf } from '../support/openapi/route-list.ts';
import { rounds } from '../support/soak.ts';
import { type Cell, cellsOf, toolCalls } from './matrix-requests.ts';
import { type Credential, OF_ANOTHER, peopled, TARGETS, type Target } from './matrix-world.ts';

/** Refused for its method or its type alone: with other pieces that is not tried again. */
const NOT_EVEN_READ = [405, 415];

/**
 * Refused for who asks, before a piece or REVIEW is looked at. That it is so with every piece is
 * seen where everything is tried; elsewhere this is not tried again with the others either.
 */
const isTurnedAway = ({ statusCode, headers }: LightMyRequestResponse) =>
  [401, 403].includes(statusCode) || String(headers.location).startsWith('/desk/sign-in');

/**
 * Credentials that get in somewhere. All others are refused alike on both databases and with REVIEW, so only a soak
 * tries them there.
 */
const GET_IN = ['a key that writes', 'another writer', 'the writer', 'an admin'];

/** A GET is asked for no token and no origin: without them it is the writer's own. */
const isTheWritersOwn = ({ target, request }: Cell, { isWritersWithout }: Credential) =>
  isWritersWithout === true && request.method === 'GET' && target !== TARGETS[0];

const isApiOfKeys = (url: string) => url.startsWith('/api/v1/');

/** The only ways to the public. A reinstated writer had published before. */
const REINSTATED = 'POST /desk/writers × an admin → of somebody suspended';
/** Their URLs, which are public too, are changed by their writer alone. */
const MOVED = [
  'POST /desk/edit/pieces/:id/slug × the writer → approved',
  'POST /desk/edit/pieces/:id/slug × the writer → approved with changes',
];
const PERMITTED = {
  off: [
    ...MOVED,
    'POST /desk/edit/pieces/:id/publish × the writer → approved with changes',
    'POST /desk/edit/pieces/:id/publish × the writer → draft',
    'POST /desk/edit/pieces/:id/publish × an admin → draft of the admin',
    // Publishing a scheduled piece now.
    'POST /desk/edit/pieces/:id/schedule/publish × the writer → scheduled draft',
    REINSTATED,
  ],
  on: [
    ...MOVED,
    'POST /desk/edit/pieces/:id/publish × the writer → approved with changes',
    'POST /desk/review/:id × an admin → pending',
    REINSTATED,
  ],
};

/** A private link publishes nothing, but only a piece's own writer may create one. */
const PREVIEWS = TARGETS.map(({ name }) => {
  const who = name.endsWith('of the admin') ? 'an admin' : 'the writer';
  return `POST /desk/edit/pieces/:id/preview × ${who} → ${name}`;
});

/**
 * And only its own writer schedules a piece, moves a schedule, or ends one. With REVIEW switched on since, “publish
 * now” publishes nothing: the schedule is over, and the writer is told.
 */
const SCHEDULES = ['delete', 'publish', 'schedule', 'schedule/cancel', 'schedule/publish']
  .map((door) => `POST /desk/edit/pieces/:id/${door} × the writer → scheduled draft`)
  .concat('POST /desk/edit/pieces/:id/publish × the writer → draft for later');

/** And only its own writer changes a series; `mark` keeps a form that was not shown from doing so. */
const SERIES_DOORS = [
  '/desk/series/:id',
  '/desk/series/:id/delete',
  '/desk/series/:id/place',
  '/desk/series/:id/remove',
  '/desk/edit/pieces/:id/series',
  '/desk/edit/pieces/:id/series/choice',
];

/** A series of one's own is everybody's to make. */
const REORDERED = [
  ...SERIES_DOORS.map((door) => `POST ${door} × the writer`),
  ...['another writer', 'the writer', 'an admin'].map((who) => `POST /desk/series/new × ${who}`),
];

const seriesNow = async (rows: Rows) =>
  JSON.stringify([
    await rows.query('SELECT id, slug, title, description FROM series ORDER BY id'),
    await rows.query('SELECT * FROM series_parts ORDER BY piece_id'),
    await rows.query('SELECT * FROM series_slugs ORDER BY author_id, slug'),
  ]);

const schedulesNow = async (rows: Rows) =>
  new Map(
    (await rows.query('SELECT * FROM piece_schedules')).map((row) => [
      String(row['piece_id']),
      JSON.stringify(row),
    ]),
  );

async function publicNow(rows: Rows): Promise<Map<string, string>> {
  const found = await rows.query(`
    SELECT p.piece_id, p.slug, p.version, p.headline, p.sub, p.published_at, p.modified_at, b.html_json
    FROM publications p JOIN publication_bodies b ON b.piece_id = p.piece_id`);
  return new Map(found.map((row) => [String(row['piece_id']), JSON.stringify(row)]));
}

const nameOf = (id: string) =>
  TARGETS.find((each) => each.id === id)?.name ?? 'of somebody suspended';

/** Who may do what with REVIEW is decided without a database: with the other one, in a soak alone. */
const reviewsOn = (kind: DatabaseKind) =>
  kind === 'sqlite' || rounds(0, 1) === 1 ? (['off', 'on'] as const) : (['off'] as const);

/** A usual run has the one part that tries the fewest credentials. */
const PARTS = isFull
  ? DATABASES.flatMap((kind) => reviewsOn(kind).map((review) => ({ kind, review })))
  : [{ kind: 'sqlite', review: 'on' } as const];

for (const { kind, review } of PARTS) {
  describe(`what makes anything public, with REVIEW=${review}, on ${kind}`, async () => {
    const gate = await startGate(kind, { REVIEW: review });
    const { app } = gate;
    await app.ready();
    const urls = routeUrlsOf(app);
    const isFirst = kind === 'sqlite' && review === 'off';
    // How a body is sent, and by which method, is settled before REVIEW or a database is asked:
    // in every way once, and with REVIEW=on where that is what a route is about.
    const inEveryWay = (url: string) =>
      kind === 'sqlite' && (review === 'off' || /publish|review|schedule/.test(url));
    const isEverythingTried = rounds(0, 1) === 1;
    const everybody = await peopled(gate);
    const isTried = ({ name }: Credential) => isEverythingTried || isFirst || GET_IN.includes(name);
    const credentials = everybody.filter(isTried);
    const rows = await rowsAt(gate.place);
    const before = await publicNow(rows);
    const timed = await schedulesNow(rows);
    const ordered = await seriesNow(rows);

    async function knock(request: InjectOptions) {
      const answer = await app.inject(request);
      if (!(await rows.haveChanged())) {
        return { answer, published: [], shared: [], moved: [], isReordered: false };
      }
      const after = await publicNow(rows);
      const published = [...after].filter(([id, text]) => before.get(id) !== text);
      const recent = JSON.parse((await app.inject('/api/public/pieces/recent?limit=100')).body);
      const shown = listAt(recent, 'items').map((item) => String(at(item, 'id')).slice(-36));
      assert.deepEqual(shown.toSorted(), [...after.keys()].toSorted());
      const previews = await rows.query('SELECT piece_id FROM piece_previews');
      const shared = previews.map((row) => nameOf(String(row['piece_id'])));
      const isReordered = (await seriesNow(rows)) !== ordered;
      const times = await schedulesNow(rows);
      const moved = [...new Set([...times.keys(), ...timed.keys()])].filter(
        (id) => times.get(id) !== timed.get(id),
      );
      await rows.restore();
      return {
        answer,
        published: published.map(([id]) => nameOf(id)),
        shared,
        moved: moved.map(nameOf),
        isReordered,
      };
    }

    test('the routes are all there', () => {
      assert.ok(urls.length > 30, urls.join(' '));
      assert.ok(urls.includes('/desk/edit/pieces/:id/publish'));
      assert.equal(urls.includes('/desk/review/:id'), review === 'on');
      assert.equal(before.size, 2);
    });

    const opened = new Set<string>();
    const previewed = new Set<string>();
    const rescheduled = new Set<string>();
    const reordered = new Set<string>();
    const refused = new Map<string, Target>();

    const isRefusedForAll = (answer: LightMyRequestResponse) =>
      NOT_EVEN_READ.includes(answer.statusCode) || (!isEverythingTried && isTurnedAway(answer));

    const strangers = new Map<string, number>();

    /** The token of an app is worth as much as none, but for one route; the API says that it is not for there. */
    function assertWorthless(cell: Cell, { isApp }: Credential, answer: LightMyRequestResponse) {
      const { method, url, headers } = cell.request;
      const way = `${method} ${String(url)} ${headers?.['content-type']}`;
      if (cell.name.endsWith('× nobody')) strangers.set(way, answer.statusCode);
      if (!isApp) return;
      assert.doesNotMatch(answer.body, OF_ANOTHER, cell.name);
      const toStrangers = strangers.get(way);
      if (toStrangers === undefined || /^\/mcp\b/.test(String(url))) return;
      const expected = isApiOfKeys(String(url)) && toStrangers === 401 ? 403 : toStrangers;
      assert.equal(answer.statusCode, expected, cell.name);
    }

    async function tryDoor(cell: Cell, credential: Credential): Promise<void> {
      const { name, target, request } = cell;
      const way = `${name} ${request.headers?.['content-type']}`;
      if ((refused.get(way) ?? target) !== target) return;
      const { answer, published, shared, moved, isReordered } = await knock(request);
      const status = answer.statusCode;
      assert.ok(status < 500, `${name} × ${target.name}: ${status}`);
      assertWorthless(cell, credential, answer);
      if (isRefusedForAll(answer)) refused.set(way, target);
      for (const each of published) opened.add(`${name} → ${each}`);
      for (const each of shared) previewed.add(`${name} → ${each}`);
      for (const each of moved) rescheduled.add(`${name} → ${each}`);
      if (isReordered) reordered.add(name);
    }

    for (const credential of credentials) {
      test(`${credential.name} at every door`, async () => {
        for (const cell of cellsOf(urls, credential, inEveryWay)) {
          if (isEverythingTried || !isTheWritersOwn(cell, credential)) {
            await tryDoor(cell, credential);
          }
        }
      });
    }

    for (const credential of credentials.filter(({ isApp }) => isApp)) {
      test(`${credential.name}, with every tool of the writer's own`, async () => {
        for (const target of TARGETS) {
          for (const request of toolCalls(target, credential)) {
            const { answer, published } = await knock(request);
            assert.ok([200, 403].includes(answer.statusCode), answer.body);
            assert.deepEqual(published, []);
            assert.doesNotMatch(answer.body, OF_ANOTHER);
          }
        }
      });
    }

    test('only the permitted doors opened', () => {
      assert.deepEqual([...opened].sort(), PERMITTED[review].toSorted());
      assert.deepEqual([...previewed].sort(), PREVIEWS.toSorted());
      assert.deepEqual([...rescheduled].sort(), SCHEDULES.toSorted());
      assert.deepEqual([...reordered].sort(), REORDERED.toSorted());
    });
  });
}
