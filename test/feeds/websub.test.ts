// The hub: announced in the feeds, told of each change, and never in the way of one.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { after, describe, test } from 'node:test';
import { JITTER } from '../../src/jobs/retry-delay.ts';
import {
  reinstateWriter,
  suspendWriter,
  unverifyWriter,
  verifyWriter,
} from '../../src/operations/accounts/writers.ts';
import { importArchive } from '../../src/operations/archive/import.ts';
import { RETRY_DELAY_MS } from '../../src/operations/websub/websub.ts';
import { CATEGORIES } from '../../src/schemas/vocabulary.ts';
import { piece } from '../support/archive/records.ts';
import { DATABASES_IN_FULL, type DatabaseKind } from '../support/databases/databases.ts';
import { leadsTo } from '../support/desk/desk-browser.ts';
import { startEditing } from '../support/desk/editing.ts';
import { tellHub } from '../support/due-jobs.ts';
import { gateAt } from '../support/gate.ts';
import { readJson, readRss } from './parsed.ts';

const BASE = 'http://localhost:3000';

/** A hub that answers as it is told to, and notes what it was sent. */
async function startHub() {
  const told: string[] = [];
  let status = 204;
  const allTold = Promise.withResolvers<void>();
  const server = createServer(async (request, response) => {
    const form = new URLSearchParams(await text(request));
    assert.equal(request.method, 'POST');
    assert.equal(form.get('hub.mode'), 'publish');
    told.push(String(form.get('hub.url')).slice(BASE.length));
    if (told.length === 6) allTold.resolve();
    response.writeHead(status).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  after(() => server.close());
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}/hub`,
    answerWith(next: number) {
      status = next;
    },
    /** When it has been told of as many feeds as a piece is in. */
    allTold: allTold.promise,
    /** The pings that the hub received since the last call. */
    told: () => told.splice(0).sort(),
  };
}

const both = (folder: string) => [`${folder}/feed.json`, `${folder}/feed.xml`];
const feedsOf = (...folders: string[]) => ['', '/author/ada', ...folders].flatMap(both).sort();

async function startWorld(kind: DatabaseKind, allow = '127.0.0.1') {
  const hub = await startHub();
  const settings = { BASE_URL: BASE, WEBSUB_HUB: hub.url, WEBHOOK_ALLOW: allow };
  return { hub, settings, ...(await startEditing(kind, settings)) };
}

for (const kind of DATABASES_IN_FULL) {
  describe(`the hub, on ${kind}`, async () => {
    const { hub, settings, gate, writer, piece, save } = await startWorld(kind);
    const { app, context, clock } = gate;
    const page = await piece();

    test('is announced in feeds of both formats and in their headers', async () => {
      for (const [file, read] of [
        ['/feed.json', readJson],
        ['/author/ada/feed.xml', readRss],
      ] as const) {
        const { body, headers } = await app.inject(file);
        read(body);
        assert.ok(body.includes(hub.url));
        assert.equal(headers.link, `<${hub.url}>; rel="hub", <${BASE}${file}>; rel="self"`);
      }
    });

    test('hears nothing of what is not public', async () => {
      await save(page, 1, { category: 'civic' });
      await tellHub(context);
      assert.deepEqual(hub.told(), []);
    });

    test('hears of a publication once, in every feed that it is in', async () => {
      leadsTo(await writer.submit(`${page}/publish`, { version: '2' }));
      assert.deepEqual(await tellHub(context), []);
      assert.deepEqual(hub.told(), feedsOf('/category/civic'));
      await tellHub(context);
      assert.deepEqual(hub.told(), []);
    });

    test('hears of a change, in the category that it left as well', async () => {
      await save(page, 2, { category: 'ideas' });
      leadsTo(await writer.submit(`${page}/publish`, { version: '3' }));
      await tellHub(context);
      assert.deepEqual(hub.told(), feedsOf('/category/civic', '/category/ideas'));
    });

    test('is told again what it refused, later and later, then no more', async () => {
      hub.answerWith(500);
      leadsTo(await writer.submit(`${page}/unpublish`));
      const waits = [...RETRY_DELAY_MS];
      for (const wait of waits) {
        const unheard = await tellHub(context);
        assert.equal(unheard.length, 6);
        assert.ok(unheard.every((each) => 'isGivenUp' in each && !each.isGivenUp));
        assert.deepEqual(hub.told(), feedsOf('/category/ideas'));
        clock.advance(wait - 1);
        await tellHub(context);
        assert.deepEqual(hub.told(), []);
        clock.advance(1 + wait * JITTER);
      }
      assert.ok((await tellHub(context)).every((each) => 'isGivenUp' in each && each.isGivenUp));
      assert.deepEqual(hub.told(), feedsOf('/category/ideas'));
      clock.advance(1e9);
      await tellHub(context);
      assert.deepEqual(hub.told(), []);
    });

    test('hears of a suspension and of its end once, however many processes tell it', async () => {
      hub.answerWith(202);
      const other = (await gateAt(gate.place, settings, clock)).context;
      const everything = feedsOf(...CATEGORIES.map((each) => `/category/${each}`));
      for (const change of [suspendWriter, reinstateWriter]) {
        await change(context, 'ada');
        while (await context.store.hubPings.hasDue(clock.now())) {
          await Promise.all([tellHub(context), tellHub(other)]);
        }
        assert.deepEqual(hub.told(), everything);
      }
    });
  });

  describe(`a hub and what changes beside the pieces, on ${kind}`, async () => {
    const { hub, gate, writer } = await startWorld(kind);
    const { context, clock } = gate;
    const everything = feedsOf(...CATEGORIES.map((each) => `/category/${each}`));
    const heard = async () => {
      while (await context.store.hubPings.hasDue(clock.now())) {
        await tellHub(context);
      }
      return hub.told();
    };

    test('hears of what an import made public, and of nothing else in it', async () => {
      const lines = [
        piece('ada', { category: 'civic' }),
        piece('ada', { category: 'civic' }),
        piece('ada', { category: 'ideas', status: 'draft', published_at: undefined }),
      ];
      await importArchive(
        context,
        lines.map((line) => JSON.stringify(line)),
      );
      assert.deepEqual(await heard(), feedsOf('/category/civic'));
    });

    test('hears of another name, and of another address under both', async () => {
      const profile = { name: 'Ada', slug: 'ada' };
      leadsTo(await writer.submit('/desk/edit/profile', profile));
      assert.deepEqual(await heard(), everything);
      leadsTo(await writer.submit('/desk/edit/profile', { ...profile, location: 'Leeds' }));
      assert.deepEqual(await heard(), []);
      leadsTo(await writer.submit('/desk/edit/profile', { ...profile, slug: 'countess' }));
      assert.deepEqual(await heard(), [...everything, ...both('/author/countess')].sort());
      leadsTo(await writer.submit('/desk/edit/profile', profile));
      await heard();
    });

    test('hears of a verification and of its end', async () => {
      for (const change of [verifyWriter, unverifyWriter]) {
        await change(context, 'ada');
        assert.deepEqual(await heard(), everything);
      }
    });
  });

  describe(`a hub that may not be reached, on ${kind}`, async () => {
    const { hub, gate, writer, piece } = await startWorld(kind, '');
    test('is not reached, and nothing else fails', async () => {
      leadsTo(await writer.submit(`${await piece()}/publish`, { version: '1' }));
      const [unheard] = await tellHub(gate.context);
      assert.match(JSON.stringify(unheard), /private or reserved network/);
      assert.deepEqual(hub.told(), []);
    });
  });

  describe(`a service that has a hub, on ${kind}`, async () => {
    const { hub, gate, writer, piece } = await startWorld(kind);
    test('tells it by itself for as long as it serves', async () => {
      await gate.app.listen({ port: 0, host: '127.0.0.1' });
      leadsTo(await writer.submit(`${await piece()}/publish`, { version: '1' }));
      await hub.allTold;
      assert.deepEqual(hub.told(), feedsOf('/category/building'));
    });
  });
}
