// The response cache: as if nothing were cached, whatever changes and whoever reads meanwhile.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setImmediate, setTimeout } from 'node:timers/promises';
import {
  reinstateWriter,
  suspendWriter,
  unverifyWriter,
  verifyWriter,
} from '../../../src/operations/accounts/writers.ts';
import type { WriterActor } from '../../../src/operations/actor.ts';
import { importArchive } from '../../../src/operations/archive/import.ts';
import { saveProfile } from '../../../src/operations/authors/profiles.ts';
import { contentFrom } from '../../../src/operations/pieces/api-drafts.ts';
import { savePiece } from '../../../src/operations/pieces/save-piece.ts';
import { movePiece } from '../../../src/operations/publishing/move-piece.ts';
import {
  createProduct,
  deleteProduct,
  listProduct,
} from '../../../src/operations/shop/own-products.ts';
import { SOCIAL_NETWORKS } from '../../../src/schemas/vocabulary.ts';
import { author, piece } from '../../support/archive/records.ts';
import { DATABASES, type DatabaseKind } from '../../support/databases/databases.ts';
import {
  addKey,
  addWriter,
  DRAFT,
  type Gate,
  gateAt,
  post,
  startGate,
} from '../../support/gate.ts';
import { listen } from '../../support/raw-http.ts';

const READERS = 4;

interface World {
  gate: Gate;
  actor: WriterActor;
  pieceId: string;
  productId: string;
}

type Read = 'recent' | 'piece' | 'author' | 'feed' | 'badge' | 'home' | 'profile' | 'shop' | 'tool';

const CALL = { jsonrpc: '2.0', method: 'tools/call', params: { name: 'recent_pieces' } };

const READS: { [name in Read]: (origin: string, world: World) => Promise<Response> } = {
  recent: (origin) => fetch(`${origin}/api/public/pieces/recent`),
  piece: (origin, { pieceId }) => fetch(`${origin}/api/public/pieces/${pieceId}`),
  author: (origin) => fetch(`${origin}/api/public/authors/ada`),
  feed: (origin) => fetch(`${origin}/feed.json`),
  badge: (origin) => fetch(`${origin}/embed/ada/badge.svg`),
  home: (origin) => fetch(`${origin}/`),
  profile: (origin) => fetch(`${origin}/author/ada`),
  shop: (origin) => fetch(`${origin}/shop`),
  tool: (origin) =>
    fetch(`${origin}/api/mcp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'accept-encoding': 'identity' },
      body: JSON.stringify({ ...CALL, id: 1 }),
    }),
};

const READ_NAMES: Read[] = [
  'recent',
  'piece',
  'author',
  'feed',
  'badge',
  'home',
  'profile',
  'shop',
  'tool',
];

interface Change {
  name: string;
  act(world: World): Promise<unknown>;
  /** What each of some reads has, or has no more. */
  has?: { [name in Read]?: RegExp };
  lacks?: { [name in Read]?: RegExp };
}

const UNSAID = ['bio', 'role', 'niche', 'location', 'website', ...SOCIAL_NETWORKS];
const profile = (changes: object) => ({
  ...Object.fromEntries(UNSAID.map((field) => [field, null])),
  name: 'ada',
  slug: 'ada',
  ...changes,
});
const PRODUCT = {
  name: 'A fine book',
  description: 'To read.',
  price: '12.50',
  currency: 'EUR',
  category: 'book',
  payment_url: 'https://pay.example.org/book',
  related: [],
};

/** One after the other, on one world. */
const CHANGES: Change[] = [
  {
    name: 'a piece is published',
    act: ({ gate, actor, pieceId }) =>
      movePiece(gate.context, actor, { pieceId, act: 'publish', version: 1 }),
    has: {
      recent: /A headline/,
      piece: /A headline/,
      feed: /A headline/,
      home: /A headline/,
      profile: /A headline/,
      tool: /A headline/,
    },
  },
  {
    name: 'changes are saved: nothing is public before they are published',
    act: ({ gate, actor, pieceId }) =>
      savePiece(
        gate.context,
        actor,
        pieceId,
        1,
        contentFrom({ ...DRAFT, headline: 'Another one' }),
      ),
    lacks: {
      recent: /Another/,
      piece: /Another/,
      feed: /Another/,
      home: /Another/,
      tool: /Another/,
    },
  },
  {
    name: 'the changes are published',
    act: ({ gate, actor, pieceId }) =>
      movePiece(gate.context, actor, { pieceId, act: 'publish_changes', version: 2 }),
    has: { recent: /Another/, piece: /Another/, feed: /Another/, home: /Another/, tool: /Another/ },
  },
  {
    name: 'the author has another name',
    act: ({ gate, actor }) => saveProfile(gate.context, actor, profile({ name: 'Ada L.' })),
    has: {
      recent: /Ada L\./,
      author: /Ada L\./,
      badge: /Ada L\./,
      profile: /Ada L\./,
      tool: /Ada L\./,
    },
  },
  {
    name: 'the author has another address',
    act: ({ gate, actor }) => saveProfile(gate.context, actor, profile({ slug: 'ada-l' })),
    has: { recent: /ada-l/, author: /ada-l/, badge: /ada/, profile: /ada-l/, tool: /ada-l/ },
  },
  {
    name: 'the author is verified',
    act: ({ gate }) => verifyWriter(gate.context, 'ada-l'),
    has: { author: /"identity_verified":true/, badge: /erified/, tool: /"identity_verified":true/ },
  },
  {
    name: 'the author is verified no more',
    act: ({ gate }) => unverifyWriter(gate.context, 'ada-l'),
    has: { author: /"identity_verified":false/ },
    lacks: { tool: /"identity_verified":true/ },
  },
  {
    name: 'a product is listed',
    act: async (world) => {
      const { gate, actor } = world;
      world.productId = await createProduct(gate.context, actor, PRODUCT);
      await listProduct(gate.context, actor, world.productId, true);
    },
    has: { shop: /A fine book/ },
  },
  {
    name: 'a product is deleted',
    act: ({ gate, actor, productId }) => deleteProduct(gate.context, actor, productId),
    lacks: { shop: /A fine book/ },
  },
  {
    name: 'the author is suspended',
    act: ({ gate }) => suspendWriter(gate.context, 'ada-l'),
    has: { author: /"ok":false/, piece: /"ok":false/ },
    lacks: { recent: /Another/, feed: /Another/, home: /Another/, tool: /Another/ },
  },
  {
    name: 'the author is back',
    act: ({ gate }) => reinstateWriter(gate.context, 'ada-l'),
    has: { recent: /Another/, piece: /Another/, author: /ada-l/, feed: /Another/, tool: /Another/ },
  },
  {
    name: 'the piece is taken back',
    act: ({ gate, actor, pieceId }) =>
      movePiece(gate.context, actor, { pieceId, act: 'unpublish' }),
    has: { piece: /"ok":false/ },
    lacks: {
      recent: /Another/,
      feed: /Another/,
      home: /Another/,
      profile: /Another/,
      tool: /Another/,
    },
  },
  {
    name: 'an archive is imported',
    act: ({ gate }) =>
      importArchive(
        gate.context,
        [author('bob'), piece('bob', { headline: 'Imported' })].map((line) => JSON.stringify(line)),
      ),
    has: { recent: /Imported/, feed: /Imported/, home: /Imported/, tool: /Imported/ },
  },
];

async function worldOn(kind: DatabaseKind): Promise<{ world: World; other: Gate }> {
  const gate = await startGate(kind);
  const { id } = await addWriter(gate, 'ada');
  const { key } = await addKey(gate, 'ada');
  const pieceId = String(JSON.parse((await post(gate, key, DRAFT)).body).id);
  const actor: WriterActor = {
    kind: 'writer',
    accountId: id,
    slug: 'ada',
    isAdmin: false,
    sessionId: 'at the desk',
  };
  const other = await gateAt(gate.place, {}, gate.clock);
  return { world: { gate, actor, pieceId, productId: '' }, other };
}

/** Readers who never stop, so that every response is cached as soon as it can be. */
class Crowd {
  rounds = 0;
  #isOver = false;
  readonly #readers: Promise<void>[];

  constructor(origin: string, world: World) {
    this.#readers = Array.from({ length: READERS }, () => this.#read(origin, world));
  }

  async #read(origin: string, world: World): Promise<void> {
    while (!this.#isOver) {
      for (const name of READ_NAMES) await (await READS[name](origin, world)).arrayBuffer();
      this.rounds += 1;
    }
  }

  async untilAllReadAgain(): Promise<void> {
    const until = this.rounds + 2 * READERS;
    while (this.rounds < until) await setImmediate();
  }

  async end(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#readers);
  }
}

/** What a service still shows though it should not, or shows no more though it should. */
async function wrongAt(origin: string, world: World, { has = {}, lacks = {} }: Change) {
  const wrong: string[] = [];
  for (const name of READ_NAMES) {
    const [wanted, unwanted] = [has[name], lacks[name]];
    if (!wanted && !unwanted) continue;
    const body = await (await READS[name](origin, world)).text();
    if (wanted && !wanted.test(body)) wrong.push(`${name} lacks ${wanted}: ${body}`);
    if (unwanted?.test(body)) wrong.push(`${name} has ${unwanted}: ${body}`);
  }
  return wrong;
}

const TRIES = 200;

/** Another process may take a moment. */
async function wrongInTheEnd(origin: string, world: World, change: Change): Promise<string[]> {
  let wrong: string[] = [];
  for (let left = TRIES; left > 0; left -= 1) {
    wrong = await wrongAt(origin, world, change);
    if (wrong.length === 0) return [];
    await setTimeout(20);
  }
  return wrong;
}

for (const kind of DATABASES) {
  describe(`the response cache, on ${kind}`, async () => {
    const { world, other } = await worldOn(kind);
    const here = `http://127.0.0.1:${await listen(world.gate.app)}`;
    const there = `http://127.0.0.1:${await listen(other.app)}`;

    for (const change of CHANGES) {
      test(`${change.name}, while many read`, async () => {
        const crowds = [new Crowd(here, world), new Crowd(there, world)];
        try {
          await Promise.all(crowds.map((crowd) => crowd.untilAllReadAgain()));
          await change.act(world);
          assert.deepEqual(await wrongAt(here, world, change), []);
          // What was begun before the change and ended after it must not be cached.
          await Promise.all(crowds.map((crowd) => crowd.untilAllReadAgain()));
          assert.deepEqual(await wrongAt(here, world, change), []);
          assert.deepEqual(await wrongInTheEnd(there, world, change), []);
        } finally {
          await Promise.all(crowds.map((crowd) => crowd.end()));
        }
      });
    }
  });
}
