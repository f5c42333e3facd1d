// Every state of a piece × everyone who might ask for its image, which a key has uploaded, in its text or as its
// cover: who sees it, and what caches are told.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { InjectOptions } from 'fastify';
import { reinstateWriter, suspendWriter } from '../../src/operations/accounts/writers.ts';
import { revokeKey } from '../../src/operations/api-keys/api-keys.ts';
import { imageAt } from '../../src/schemas/images/image-urls.ts';
import { painting } from '../media/image-world.ts';
import { DATABASES, type DatabaseKind, freshPlace } from '../support/databases/databases.ts';
import { SESSION } from '../support/desk/desk.ts';
import { type DeskBrowser, leadsTo } from '../support/desk/desk-browser.ts';
import { addKey, addWriter, browserOf, post, startGate } from '../support/gate.ts';
import { at, type Json } from '../support/json.ts';

type Asked = Pick<InjectOptions, 'headers'> & { query?: string };

/** What an answer means for the client and for caches on the way. */
type Seen = 'private' | 'public' | 'nothing';

const NEVER = '203.0.113.7';

/** Where a piece has its image. */
type Where = 'text' | 'cover';

async function startWorld(kind: DatabaseKind, settings = {}, where: Where = 'text') {
  const { dataDir } = await freshPlace('sqlite');
  const gate = await startGate(kind, { DATA_DIR: dataDir, RATE_LIMITS: 'off', ...settings });
  const { app, context } = gate;
  const people = {
    ada: await addWriter(gate, 'ada'),
    ben: await addWriter(gate, 'ben'),
    chief: await addWriter(gate, 'chief', { admin: true }),
  };
  const [ada, ben, chief] = [
    await browserOf(gate, people.ada),
    await browserOf(gate, people.ben),
    await browserOf(gate, people.chief),
  ];
  const keys = {
    own: await addKey(gate, 'ada'),
    second: await addKey(gate, 'ada'),
    reading: await addKey(gate, 'ada', { scope: 'pieces:read' }),
    bens: await addKey(gate, 'ben'),
    revoked: await addKey(gate, 'ada'),
  };
  let seed = 0;
  const upload = async (key: string) => {
    seed += 1;
    const sent = await app.inject({
      ...{ method: 'POST', url: '/api/v1/images', remoteAddress: NEVER },
      headers: { authorization: `Bearer ${key}`, 'content-type': 'image/png' },
      payload: await painting(24, 16, seed).png().toBuffer(),
    });
    assert.equal(sent.statusCode, 201, sent.body);
    return new URL(String(at(sent.json<Json>(), 'url'))).pathname;
  };
  const draft = async (url: string, key = keys.own.key) => {
    const shown =
      where === 'cover' && imageAt(url)
        ? { body_md: 'A bridge.', image: { url, alt: 'A bridge' } }
        : { body_md: `A bridge.\n\n![A bridge](${url})` };
    const body = { headline: 'Bridges', ...shown };
    return String(at((await post(gate, key, body)).json<Json>(), 'id'));
  };
  const submit = async (browser: DeskBrowser, path: string, fields = {}) =>
    leadsTo(await browser.submit(path, fields));
  const save = (id: string, version: number, body_md: string) => {
    const [, url = ''] = /\((.*)\)/.exec(where === 'cover' ? body_md : '') ?? [];
    const cover = { body_md: 'A bridge.', image_url: url, image_alt: 'A bridge' };
    return submit(ada, `/desk/edit/pieces/${id}`, {
      ...{ version: String(version), headline: 'Bridges', body_md, ...(url && cover) },
      ...{ category: 'life', frame: 'lesson' },
    });
  };
  const publish = (id: string, version: number, browser = ada) =>
    submit(browser, `/desk/edit/pieces/${id}/publish`, { version: String(version) });
  const share = async (id: string, browser = ada) => {
    await submit(browser, `/desk/edit/pieces/${id}/preview`);
    const { body } = await browser.open(`/desk/edit/pieces/${id}/preview`);
    return /\/preview\/([\w-]{43})/.exec(body)?.[1] ?? assert.fail(body);
  };
  const viewed = async (url: string, { headers, query = '' }: Asked = {}) =>
    app.inject({ url: url + query, headers: { accept: '*/*', ...headers } });
  return {
    ...{ gate, app, context, ada, ben, chief, keys, upload, draft, submit, save, publish, share },
    viewed,
  };
}

type World = Awaited<ReturnType<typeof startWorld>>;

const session = ({ cookies }: DeskBrowser): Asked => ({
  headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
});
const bearer = (key: string): Asked => ({ headers: { authorization: `Bearer ${key}` } });
const link = (token: string): Asked => ({ query: `?preview=${token}` });

interface Scene {
  url: string;
  id: string;
  /** The tokens of private links: of the piece, one that was revoked, of another piece, of another writer's. */
  valid: string;
  ended: string;
  elsewhere: string;
  bens: string;
}

/** A draft with an image, shared, before anything happens to it. */
async function scene(world: World): Promise<Scene> {
  const { keys, upload, draft, share } = world;
  const url = await upload(keys.own.key);
  const id = await draft(url);
  const ended = await share(id);
  const valid = await share(id);
  const elsewhere = await share(await draft('/media/nothing'));
  // Another writer has its URL, and puts it into a piece of theirs.
  const bens = await share(await draft(url, keys.bens.key), world.ben);
  return { url, id, valid, ended, elsewhere, bens };
}

const VIEWERS: [name: string, asked: (world: World, scene: Scene) => Asked][] = [
  ['the owner', ({ ada }) => session(ada)],
  ['that key', ({ keys }) => bearer(keys.own.key)],
  ['a private link', (_, { valid }) => link(valid)],
  ['another writer', ({ ben }) => session(ben)],
  ['an admin', ({ chief }) => session(chief)],
  ['another key of the owner', ({ keys }) => bearer(keys.second.key)],
  ['a reading key of the owner', ({ keys }) => bearer(keys.reading.key)],
  ['a key of another writer', ({ keys }) => bearer(keys.bens.key)],
  ['a revoked key', ({ keys }) => bearer(keys.revoked.key)],
  ['garbage for a key', () => bearer('garbage')],
  ['a revoked private link', (_, { ended }) => link(ended)],
  ['the private link of another piece', (_, { elsewhere }) => link(elsewhere)],
  ['the private link of another writer', (_, { bens }) => link(bens)],
  ['garbage for a link', () => ({ query: '?preview=x&preview=y' })],
  ['nobody', () => ({})],
];

const FEW = ['the owner', 'that key', 'a private link'];

/** What happens to the piece, and who sees its image afterwards: a few, everyone or nobody. */
const STATES: [
  name: string,
  act: (world: World, scene: Scene) => Promise<unknown>,
  who: string[] | Seen,
][] = [
  ['in a draft', async () => {}, FEW],
  [
    'not in the draft any more',
    ({ save }, { id }) => save(id, 1, 'Without it.'),
    ['the owner', 'that key'],
  ],
  [
    'in the working copy, published without it',
    async ({ save, publish }, { id, url }) => {
      await save(id, 1, 'Without it.');
      await publish(id, 2);
      await save(id, 2, `![A bridge](${url})`);
    },
    FEW,
  ],
  ['published', ({ publish }, { id }) => publish(id, 1), 'public'],
  [
    'published by its whole URL',
    async ({ save, publish }, { id, url }) => {
      await save(id, 1, `![A bridge](https://press.example${url})`);
      await publish(id, 2);
    },
    'public',
  ],
  [
    'published, and then without it',
    async ({ save, publish }, { id }) => {
      await publish(id, 1);
      await save(id, 1, 'Without it.');
      await publish(id, 2);
    },
    ['the owner', 'that key'],
  ],
  [
    'unpublished',
    async ({ publish, submit, ada }, { id }) => {
      await publish(id, 1);
      await submit(ada, `/desk/edit/pieces/${id}/unpublish`);
    },
    FEW,
  ],
  [
    'in the trash, and in a draft of another writer',
    ({ submit, ada }, { id }) => submit(ada, `/desk/edit/pieces/${id}/delete`),
    ['the owner', 'that key'],
  ],
  [
    'published by another writer',
    async ({ publish, draft, keys, ben }, { url }) =>
      publish(await draft(url, keys.bens.key), 1, ben),
    FEW,
  ],
];

const PLACES = DATABASES.flatMap((kind) =>
  (['text', 'cover'] as const).map((where) => ({ kind, where })),
);

for (const { kind, where } of PLACES) {
  describe(`who sees an image of a key in the ${where}, on ${kind}`, async () => {
    const world = await startWorld(kind, {}, where);
    const { app, viewed, context } = world;
    await revokeKey(context, world.keys.revoked.id);

    async function seenBy(url: string, asked: Asked): Promise<Seen> {
      const answer = await viewed(url, asked);
      const { headers, statusCode } = answer;
      const told = headers['cache-control'];
      if (statusCode === 404) {
        assert.deepEqual([told, headers.etag], ['no-store', undefined]);
        assert.equal(at(answer.json<Json>(), 'code'), 'not_found');
        return 'nothing';
      }
      assert.equal(statusCode, 200, answer.body);
      if (told === 'public, no-cache') {
        assert.equal(headers['access-control-allow-origin'], '*');
        return 'public';
      }
      assert.equal(told, 'no-store');
      assert.deepEqual(
        ['etag', 'access-control-allow-origin', 'cross-origin-resource-policy'].map(
          (name) => headers[name],
        ),
        [undefined, undefined, 'same-origin'],
      );
      return 'private';
    }

    async function assertSeen(state: string, shown: Scene, who: string[] | Seen): Promise<void> {
      const found: { [viewer: string]: Seen } = {};
      const expected: { [viewer: string]: Seen } = {};
      for (const [name, asked] of VIEWERS) {
        found[name] = await seenBy(shown.url, asked(world, shown));
        const few = who.includes(name) ? 'private' : 'nothing';
        expected[name] = typeof who === 'string' ? who : few;
      }
      assert.deepEqual(found, expected, state);
    }

    for (const [state, act, who] of STATES) {
      test(state, async () => {
        const shown = await scene(world);
        await act(world, shown);
        await assertSeen(state, shown, who);
      });
    }

    test('in the trash alone: nobody, until its writer restores it', async () => {
      const url = await world.upload(world.keys.own.key);
      const id = await world.draft(url);
      await world.submit(world.ada, `/desk/edit/pieces/${id}/delete`);
      for (const [name, asked] of VIEWERS.filter(([name]) => !name.includes('link'))) {
        const nobody = { url, id, valid: '', ended: '', elsewhere: '', bens: '' };
        assert.equal(await seenBy(url, asked(world, nobody)), 'nothing', name);
      }
      await world.submit(world.ada, `/desk/trash/${id}/restore`);
      assert.equal(await seenBy(url, session(world.ada)), 'private');
      assert.equal(await seenBy(url, {}), 'nothing');
    });

    test('private ones answer every kind of question alike', async () => {
      const { url, valid } = await scene(world);
      const asked = bearer(world.keys.own.key);
      const whole = await viewed(url, asked);
      for (const more of [
        { 'if-none-match': '*' },
        { 'if-none-match': '"x"' },
        { 'if-modified-since': new Date().toUTCString() },
        { range: 'bytes=0-3' },
      ]) {
        const answer = await viewed(url, { headers: { ...asked.headers, ...more } });
        assert.deepEqual([answer.statusCode, answer.rawPayload], [200, whole.rawPayload]);
        const stranger = await viewed(url, { headers: more });
        assert.equal(stranger.statusCode, 404);
      }
      const head = await app.inject({ method: 'HEAD', url, headers: asked.headers ?? {} });
      assert.deepEqual([head.statusCode, head.body], [200, '']);
      assert.equal(head.headers['cache-control'], 'no-store');
      assert.equal((await app.inject({ method: 'HEAD', url })).statusCode, 404);
      for (const accept of ['image/avif', 'image/webp', 'image/jpeg']) {
        const answer = await viewed(url, { headers: { accept }, query: link(valid).query ?? '' });
        assert.equal(answer.statusCode, 200);
        assert.equal((await viewed(url, { headers: { accept } })).statusCode, 404);
      }
    });

    test('published ones have a tag, and lose it with their publication', async () => {
      const { url, id } = await scene(world);
      await world.publish(id, 1);
      const etag = String((await viewed(url)).headers.etag);
      const again = { headers: { 'if-none-match': etag } };
      assert.equal((await viewed(url, again)).statusCode, 304);
      await world.submit(world.ada, `/desk/edit/pieces/${id}/unpublish`);
      assert.equal((await viewed(url, again)).statusCode, 404);
      await world.publish(id, 1);
      assert.equal((await viewed(url, again)).statusCode, 304);
    });

    test('a private preview shows them by its link, and other pages by none', async () => {
      const { url, id, valid, bens } = await scene(world);
      const page = await app.inject(`/preview/${valid}`);
      const [, src = ''] = /<img src="([^"]+)"/.exec(page.body) ?? [];
      assert.equal(src, `${url}?preview=${valid}`);
      assert.equal(await seenBy(src, {}), 'private');
      const theirs = await app.inject(`/preview/${bens}`);
      assert.ok(theirs.body.includes(`src="${url}"`), theirs.body);
      await world.publish(id, 1);
      const recent = await app.inject('/api/public/pieces/recent');
      assert.ok(!recent.body.includes('preview='), recent.body);
    });

    test('a download has the writer’s own, and not another writer’s', async () => {
      const { url } = await scene(world);
      const [mine, theirs] = [
        await app.inject({ url: '/desk/download', ...session(world.ada) }),
        await app.inject({ url: '/desk/download', ...session(world.ben) }),
      ];
      const name = url.replace('/media/', 'media/');
      assert.ok(mine.rawPayload.includes(name), String(mine.statusCode));
      assert.ok(!theirs.rawPayload.includes(`${name}.`), String(theirs.statusCode));
    });

    test('suspended: nobody at all, and with the reinstatement what was public', async () => {
      const shown = await scene(world);
      const [published, hidden] = [shown, await scene(world)];
      await world.publish(published.id, 1);
      await suspendWriter(context, 'ada');
      await assertSeen('suspended', published, 'nothing');
      await assertSeen('suspended', hidden, 'nothing');
      await reinstateWriter(context, 'ada');
      assert.equal(await seenBy(published.url, {}), 'public');
      assert.equal(await seenBy(hidden.url, {}), 'nothing');
      assert.equal(world.ada.cookies.has(SESSION), true);
      assert.equal(await seenBy(hidden.url, session(world.ada)), 'nothing');
      assert.equal(await seenBy(hidden.url, bearer(world.keys.own.key)), 'private');
    });
  });

  test(`an admin sees what waits for them, the ${where}, for as long as it waits, on ${kind}`, async () => {
    const world = await startWorld(kind, { REVIEW: 'on', PUBLIC_MAX_AGE: '60' }, where);
    const { url, id } = await scene(world);
    const asAdmin = async () =>
      (await world.viewed(url, session(world.chief))).headers['cache-control'];
    const status = async (asked: Asked) => (await world.viewed(url, asked)).statusCode;
    assert.equal(await status(session(world.chief)), 404);
    await world.publish(id, 1);
    assert.equal(await asAdmin(), 'no-store');
    assert.deepEqual([await status(session(world.ben)), await status({})], [404, 404]);
    await world.submit(world.ada, `/desk/edit/pieces/${id}/withdraw`);
    assert.equal(await status(session(world.chief)), 404);
    await world.publish(id, 1);
    await world.submit(world.chief, `/desk/review/${id}`, { version: '1', decision: 'approve' });
    assert.equal(await asAdmin(), 'public, max-age=60');
    assert.equal(await status({}), 200);
  });
}
