// A disk that is full, or a connection that dies in the middle of a transaction: every act answers 503
// with Retry-After and a sentence, nothing of it is done, and the next one works.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { buildApp } from '../../src/app.ts';
import { configFrom } from '../../src/config.ts';
import { OperatorError } from '../../src/errors.ts';
import { newContext } from '../../src/operations/operation.ts';
import { sqliteDatabase } from '../../src/store/sqlite/database.ts';
import { openStore, Store } from '../../src/store/store.ts';
import { emptyPlace, freshPlace, type Place } from '../support/databases/databases.ts';
import { sqlAt, withSql } from '../support/databases/sql.ts';
import { Clock, HOUR } from '../support/desk/desk.ts';
import { type Answer, DeskBrowser, leadsTo } from '../support/desk/desk-browser.ts';
import { idOf } from '../support/desk/editing.ts';
import { startMailbox } from '../support/desk/mailbox.ts';
import { textFields } from '../support/desk/texts.ts';
import {
  addKey,
  addWriter,
  BASE_URL,
  browserOf,
  type Gate,
  listOwn,
  post,
} from '../support/gate.ts';
import { proxyTo } from '../support/processes/tcp-proxy.ts';

/** Long enough to need separate pages in the file. */
const LONG = 'A long sentence that is not like the others. '.repeat(1_500);

interface Trouble {
  name: string;
  /** In the answer. */
  why: RegExp;
  start(): Promise<{ place: Place; store: Store; begin(): Promise<void>; end(): Promise<void> }>;
}

/** A real limit of SQLite's own: no page more than there are now. */
async function fullSqlite() {
  const place = await freshPlace('sqlite');
  const database = sqliteDatabase(place.dataDir);
  const limit = (pages: number) => sql.raw(`PRAGMA max_page_count = ${pages}`);
  return {
    place,
    store: new Store(database),
    async begin() {
      await sql`VACUUM`.execute(database.write);
      await limit(1).execute(database.write);
    },
    end: async () => void (await limit(1_000_000).execute(database.write)),
  };
}

/** Each insert or update of what an act writes ends in this. */
async function brokenPostgres(trouble: string, tables = ['pieces', 'piece_versions', 'products']) {
  const place = await freshPlace('postgres');
  const store = await openStore(place);
  return {
    place,
    store,
    begin: () =>
      withSql(place, async (query) => {
        await query(`CREATE FUNCTION broken() RETURNS trigger LANGUAGE plpgsql AS $$
          BEGIN ${trouble}; RETURN NEW; END $$`);
        for (const table of tables) {
          await query(`CREATE TRIGGER broken BEFORE INSERT OR UPDATE ON ${table}
            FOR EACH ROW EXECUTE FUNCTION broken()`);
        }
      }),
    end: async () => void (await sqlAt(place, 'DROP FUNCTION broken CASCADE')),
  };
}

const NO_SPACE = 'could not extend file: No space left on device';

const FULL = /disk is full/;

const TROUBLES: Trouble[] = [
  { name: 'a full disk, on sqlite', why: FULL, start: fullSqlite },
  {
    name: 'a full disk, on postgres',
    why: FULL,
    start: () => brokenPostgres(`RAISE EXCEPTION '${NO_SPACE}' USING ERRCODE = 'disk_full'`),
  },
  {
    name: 'a connection that dies, on postgres',
    why: /database cannot be reached/,
    start: () => brokenPostgres('PERFORM pg_terminate_backend(pg_backend_pid())'),
  },
];

function assertUnavailable(
  what: string,
  { statusCode, headers, body }: Answer,
  why = /database cannot be reached/,
): void {
  assert.equal(statusCode, 503, `${what}: ${body}`);
  assert.match(String(headers['retry-after']), /^[1-9]\d*$/, what);
  assert.equal(headers['cache-control'], 'no-store');
  assert.match(body, why);
  assert.match(body, /Try again shortly\./);
  assert.doesNotMatch(body, /rollback|queryable|No space|sqlite|pg_/i);
}

async function startGateOn(place: Place, store: Store, SMTP_URL?: string): Promise<Gate> {
  const clock = new Clock();
  const settings = { BASE_URL, LOG_LEVEL: 'silent', DATA_DIR: place.dataDir };
  const config = configFrom({ ...settings, ...(SMTP_URL && { SMTP_URL }) });
  after(() => store.close());
  const context = newContext(store, config, clock.now);
  const app = await buildApp(context);
  after(() => app.close());
  return { app, context, place, clock };
}

for (const { name, why, start } of TROUBLES) {
  test(`${name}: every act is unavailable, changes nothing and works again`, async () => {
    const { place, store, begin, end } = await start();
    const gate = await startGateOn(place, store);
    const { key } = await addKey(gate, (await addWriter(gate, 'ada')).slug);
    const writer = await browserOf(gate, await addWriter(gate, 'bo'));
    const made = leadsTo(
      await writer.submit('/desk/edit/pieces/new', { ...textFields('one'), body_md: LONG }),
    );
    const page = `/desk/edit/pieces/${idOf(made)}`;
    const acts: { [name: string]: () => Promise<Answer> } = {
      'a draft by a program': () => post(gate, key, { headline: 'Draft', body_md: LONG }),
      'a new piece': () =>
        writer.submit('/desk/edit/pieces/new', { ...textFields('two'), body_md: `Two. ${LONG}` }),
      'a new version': () =>
        writer.submit(page, { ...textFields('three', 1), body_md: `Three. ${LONG}` }),
      publish: () => writer.submit(`${page}/publish`, { version: '1' }),
    };
    const count = async () => {
      const rows = await sqlAt(
        place,
        `SELECT (SELECT count(*) FROM piece_versions) AS versions,
          (SELECT count(*) FROM publications) AS publications`,
      );
      return { ...rows[0] };
    };
    const before = await count();
    await begin();
    const answers = await Array.fromAsync(Object.entries(acts), async ([act, run]) => ({
      act,
      answer: await run(),
    }));
    assert.deepEqual(
      answers.map(({ act, answer }) => [act, answer.statusCode]),
      Object.keys(acts).map((act) => [act, 503]),
    );
    for (const { act, answer } of answers) assertUnavailable(act, answer, why);
    assert.deepEqual(await count(), before);
    await end();
    assert.equal((await acts['a draft by a program']?.())?.statusCode, 201);
    leadsTo((await acts['publish']?.()) ?? assert.fail());
  });
}

test('on a full disk, reading goes on, although when it was is not noted', async () => {
  const full = `RAISE EXCEPTION '${NO_SPACE}' USING ERRCODE = 'disk_full'`;
  const { place, store, begin, end } = await brokenPostgres(full, ['sessions', 'api_keys']);
  const gate = await startGateOn(place, store);
  const ada = await addWriter(gate, 'ada');
  const { key } = await addKey(gate, ada.slug);
  const writer = await browserOf(gate, ada);
  const noted = async () => sqlAt(place, 'SELECT last_used_at FROM api_keys');
  await begin();
  gate.clock.advance(2 * HOUR);
  assert.equal((await listOwn(gate, key)).statusCode, 200);
  assert.equal((await writer.open('/desk')).statusCode, 200);
  assert.deepEqual(await noted(), [{ last_used_at: null }]);
  await end();
  assert.equal((await listOwn(gate, key)).statusCode, 200);
  assert.notDeepEqual(await noted(), [{ last_used_at: null }]);
});

test('on a full disk, nobody is told that a link to reset the password was sent', async () => {
  const full = `RAISE EXCEPTION '${NO_SPACE}' USING ERRCODE = 'disk_full'`;
  const { place, store, begin, end } = await brokenPostgres(full, ['account_tokens']);
  const mailbox = await startMailbox();
  const gate = await startGateOn(place, store, `smtp://${mailbox.host}`);
  const { email } = await addWriter(gate, 'ada');
  const forgot = (to: string) => new DeskBrowser(gate.app).submit('/desk/forgot', { email: to });
  await begin();
  const told = [];
  for (const to of [email, 'nobody@press.example']) {
    const answer = await forgot(to);
    assertUnavailable(to, answer, FULL);
    told.push(answer.body.replace(/Request [\w-]+/, ''));
  }
  assert.equal(told[0], told[1]);
  await end();
  for (const to of [email, 'nobody@press.example']) leadsTo(await forgot(to));
});

test('a start on a full disk is one sentence', async () => {
  const { dataDir } = await emptyPlace('sqlite');
  const database = sqliteDatabase(dataDir);
  const store = new Store(database);
  after(() => store.close());
  await sql`PRAGMA max_page_count = 20`.execute(database.write);
  const error = await store.migrate().catch((cause: unknown) => store.explained(cause));
  assert.ok(error instanceof OperatorError, String(error));
  assert.match(
    error.message,
    /^The database \S+ cannot be used: the disk is full, in migration \d{4}-\S+\.$/,
  );
});

test('a 503 says when to try again on pages of the desk and previews alike', async () => {
  const place = await freshPlace('postgres');
  const url = new URL(place.databaseUrl ?? '');
  const proxy = await proxyTo({ host: url.hostname, port: Number(url.port) });
  url.port = String(proxy.port);
  const store = await openStore({ ...place, databaseUrl: url.href });
  const gate = await startGateOn(place, store);
  const writer = await browserOf(gate, await addWriter(gate, 'ada'));
  await proxy.cut();
  for (const page of ['/desk', `/preview/${'a'.repeat(43)}`, '/author/ada']) {
    assertUnavailable(page, await writer.open(page));
  }
});
