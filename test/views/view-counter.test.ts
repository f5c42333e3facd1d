// Who counts as a reader, how often, and what is kept of them.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { suspendWriter } from '../../src/operations/accounts/writers.ts';
import { trendingPieces } from '../../src/operations/views/trending.ts';
import { ViewCounter } from '../../src/operations/views/view-counter.ts';
import { author, piece } from '../support/archive/records.ts';
import { freshPlace, type Place, SQLITE_OR_BOTH } from '../support/databases/databases.ts';
import { appOn, contextAt, importLines } from '../support/databases/existing-database.ts';
import { sqlAt } from '../support/databases/sql.ts';
import { DAY, startDesk } from '../support/desk/desk.ts';
import { isFull } from '../support/full.ts';
import { serve } from '../support/processes/served.ts';
import { startService } from '../support/service.ts';
import { beacon, FIREFOX, readersOf } from './beacons.ts';

const CRAWLERS = [
  'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  'Mozilla/5.0 AppleWebKit/537.36 (compatible; bingbot/2.0) HeadlessChrome/140.0.0.0 Safari/537.36',
  'curl/8.5.0',
  'GPTBot/1.2',
];

const BEACONS = isFull ? 10_000 : 1_000;

for (const kind of SQLITE_OR_BOTH) {
  describe(`readers on ${kind}`, () => {
    test('one reader at two processes counts once', async () => {
      const place = await freshPlace(kind);
      const context = await contextAt(place);
      const apps = [await appOn(context), await appOn(await contextAt(place))];
      const read = piece('ada');
      await importLines(context, [author('ada'), read]);
      await Promise.all(apps.map((app) => app.inject(beacon(read.id))));
      await Promise.all(apps.map((app) => app.close()));
      assert.equal(await readersOf(context, read.id), 1);
    });

    test('scores that are made while others add to them lose nobody', async () => {
      const place = await freshPlace(kind);
      const contexts = await Promise.all([1, 2, 3].map(() => contextAt(place)));
      const [context] = contexts;
      assert.ok(context);
      const read = piece('ada');
      await importLines(context, [author('ada'), read]);
      const work = contexts.flatMap((each, process) => {
        const counter = new ViewCounter(each);
        return Array.from({ length: 10 }, async (_, number) => {
          const ipAddress = `${process} ${number}`;
          await counter.add({
            ...{ pieceId: read.id, address: ipAddress },
            ...{ userAgent: FIREFOX, accountId: null },
          });
          await counter.tick();
        });
      });
      await Promise.all(work);
      const [kept] = await sqlAt(place, "SELECT views FROM view_scores WHERE span = 'day'");
      assert.equal(kept?.['views'], 30);
      const { items } = await trendingPieces.run(context, {});
      assert.deepEqual(
        items.map(({ views }) => views),
        [30],
      );
    });

    test('another address, another browser and another piece are other views', async () => {
      const { app, context, add } = await startService(kind);
      const [one, two] = [piece('ada'), piece('ada')];
      await add(author('ada'), one, two);
      const from = (remoteAddress: string) => ({ ...beacon(one.id), remoteAddress });
      await app.inject(beacon(one.id));
      await app.inject(beacon(one.id.toUpperCase()));
      await app.inject(beacon(one.id, { 'user-agent': FIREFOX.replace('128', '129') }));
      await app.inject(from('203.0.113.7'));
      // One customer of an IPv6 network, under two of their urls.
      await app.inject(from('2001:db8::1'));
      await app.inject(from('2001:db8::2'));
      await app.inject(beacon(two.id));
      await app.close();
      assert.equal(await readersOf(context, one.id), 4);
      assert.equal(await readersOf(context, two.id), 1);
    });

    test('programs, other sites and what says nothing of itself are not counted', async () => {
      const { app, context, add } = await startService(kind);
      const read = piece('ada');
      await add(author('ada'), read);
      const unheard = [
        ...CRAWLERS.map((agent) => beacon(read.id, { 'user-agent': agent })),
        beacon(read.id, { 'user-agent': '' }),
        beacon(read.id, { origin: 'https://evil.example' }),
        beacon(read.id, { 'sec-fetch-site': 'cross-site' }),
        { ...beacon(read.id), headers: { host: 'press.example', 'user-agent': FIREFOX } },
      ];
      for (const request of unheard) {
        const { statusCode, body } = await app.inject(request);
        assert.deepEqual([statusCode, body], [204, '']);
      }
      await app.close();
      assert.equal(await readersOf(context, read.id), 0);
    });

    test('what is not public has no readers, and the answer does not tell', async () => {
      const { app, context, add } = await startService(kind);
      const draft = piece('ada', { status: 'draft', published_at: undefined });
      const gone = piece('eve');
      await add(author('ada'), author('eve'), draft, gone);
      await suspendWriter(context, 'eve');
      for (const id of [draft.id, gone.id, randomUUID()]) {
        assert.equal((await app.inject(beacon(id))).statusCode, 204);
      }
      assert.equal((await app.inject(beacon('no-uuid'))).statusCode, 404);
      assert.equal((await app.inject({ method: 'GET', url: `/read/${draft.id}` })).statusCode, 405);
      await app.close();
      assert.equal(await readersOf(context, draft.id), 0);
      assert.equal(await readersOf(context, gone.id), 0);
    });

    test('writers aren’t readers of their own pieces', async () => {
      const desk = await startDesk(kind);
      const [ada, bo] = [await desk.writer('ada'), await desk.writer('bo')];
      const read = piece('ada');
      await desk.add(read);
      for (const person of [ada, bo]) {
        const browser = await desk.signedIn(person, { remoteAddress: '203.0.113.9' });
        assert.equal((await browser.send(beacon(read.id))).statusCode, 204);
      }
      await desk.app.close();
      assert.equal(await readersOf(desk.context, read.id), 1);
    });

    test('the next day they count again, and nothing of the day before is kept', async () => {
      const place = await freshPlace(kind);
      const base = await contextAt(place);
      const read = piece('ada');
      await importLines(base, [author('ada'), read]);
      let days = 0;
      const context = { ...base, now: () => new Date(base.now().getTime() + days * DAY) };
      const counter = new ViewCounter(context);
      const glimpse = { pieceId: read.id, address: '203.0.113.7', userAgent: FIREFOX };
      const salts = () => sqlAt(place, "SELECT * FROM settings WHERE name LIKE 'view_salt%'");
      const hashes = () => sqlAt(place, 'SELECT reader FROM view_readers');

      await counter.add({ ...glimpse, accountId: null });
      await counter.tick();
      const [saltBefore, hashesBefore] = [await salts(), await hashes()];
      assert.equal(saltBefore.length, 1);
      days = 1;
      await counter.tick();
      assert.deepEqual([await salts(), await hashes()], [[], []]);
      await counter.add({ ...glimpse, accountId: null });
      await counter.tick();
      assert.equal(await readersOf(context, read.id), 2);
      assert.notDeepEqual(await salts(), saltBefore);
      assert.notDeepEqual(await hashes(), hashesBefore);
    });

    test('neither address nor browser is stored', async () => {
      const place = await freshPlace(kind);
      const context = await contextAt(place);
      const app = await appOn(context);
      const read = piece('ada');
      await importLines(context, [author('ada'), read]);
      await app.inject({ ...beacon(read.id), remoteAddress: '203.0.113.7' });
      await app.close();
      const kept = await Promise.all(
        ['view_readers', 'view_hours', 'view_scores', 'settings'].map((table) =>
          sqlAt(place, `SELECT * FROM ${table}`),
        ),
      );
      assert.equal(kept[0]?.length, 1);
      assert.doesNotMatch(JSON.stringify(kept), /203\.0\.113\.7|Firefox/);
    });
  });
}

for (const kind of SQLITE_OR_BOTH) {
  describe(`floods of readers on ${kind}`, () => {
    test(`${BEACONS} beacons from one reader count once`, async () => {
      const { app, context, add } = await startService(kind);
      const read = piece('ada');
      await add(author('ada'), read);
      for (let sent = 0; sent < BEACONS; sent += 100) {
        const answers = await Promise.all(
          Array.from({ length: 100 }, () => app.inject(beacon(read.id))),
        );
        assert.ok(answers.every(({ statusCode }) => statusCode === 204));
      }
      await app.close();
      assert.equal(await readersOf(context, read.id), 1);
    });

    test('a flood is counted as far as there is room for it, and harms nobody', async () => {
      const { context, add } = await startService(kind);
      const read = piece('ada');
      await add(author('ada'), read);
      const counter = new ViewCounter(context);
      for (let number = 0; number < 10_500; number += 1) {
        const ipAddress = `reader ${number}`;
        await counter.add({
          pieceId: read.id,
          address: ipAddress,
          userAgent: FIREFOX,
          accountId: null,
        });
      }
      await counter.flush();
      assert.equal(await readersOf(context, read.id), 10_000);
    });
  });
}

describe('the address of a reader', () => {
  const forwarded = (id: string, address: string) =>
    beacon(id, { 'x-forwarded-for': address, 'x-forwarded-host': 'press.example' });

  for (const [setting, readers] of [
    ['loopback', 2],
    ['off', 1],
  ] as const) {
    test(`behind a proxy with TRUST_PROXY=${setting}`, async () => {
      const { app, context, add } = await startService('sqlite', { TRUST_PROXY: setting });
      const read = piece('ada');
      await add(author('ada'), read);
      await app.inject(forwarded(read.id, '203.0.113.7'));
      await app.inject(forwarded(read.id, '203.0.113.8'));
      await app.close();
      assert.equal(await readersOf(context, read.id), readers);
    });
  }

  test('no address may send beacons without end', async () => {
    const { app } = await startService('sqlite');
    const id = randomUUID();
    const answers = [];
    for (let sent = 0; sent < 601; sent += 1) {
      answers.push(await app.inject({ ...beacon(id), remoteAddress: '203.0.113.7' }));
    }
    assert.deepEqual(
      answers.map(({ statusCode }) => statusCode).filter((status) => status !== 204),
      [429],
    );
    assert.ok(Number(answers.at(-1)?.headers['retry-after']) > 0);
  });
});

describe('readers of a process', () => {
  const counted = async (place: Place) =>
    Number((await sqlAt(place, 'SELECT sum(views) AS views FROM view_hours'))[0]?.['views']);

  async function serveRead() {
    const place = await freshPlace('sqlite');
    const read = piece('ada');
    await importLines(await contextAt(place), [author('ada'), read]);
    const { origin, end } = await serve(place);
    const { method, headers } = beacon(read.id, { host: new URL(origin).host, origin });
    const answer = await fetch(`${origin}/read/${read.id}`, { method, headers });
    assert.equal(answer.status, 204);
    return { place, end };
  }

  test('a clean stop writes down everyone who was seen', async () => {
    const { place, end } = await serveRead();
    assert.equal((await end('SIGTERM')).code, 0);
    assert.equal(await counted(place), 1);
  });

  test('they are written down by themselves, so that a crash loses few', async () => {
    const { place, end } = await serveRead();
    while ((await counted(place)) !== 1) await setImmediate();
    await end('SIGKILL');
    assert.equal(await counted(place), 1);
  });
});
