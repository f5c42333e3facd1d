// Walking lists to their end: over random archives, with publications, unpublications and imports between
// the pages, a walk meets every piece that was there throughout exactly once, in order.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { WriterActor } from '../../src/operations/actor.ts';
import { movePiece } from '../../src/operations/publishing/move-piece.ts';
import { FEW } from '../../src/store/publications/find-pieces.ts';
import type { ListedPiece } from '../../src/store/search/list-columns.ts';
import { author, piece } from '../support/archive/records.ts';
import { DATABASES, type DatabaseKind } from '../support/databases/databases.ts';
import { DECLARED } from '../support/desk/declared.ts';
import { type Json, objectAt } from '../support/json.ts';
import { NOW, type Service, startService } from '../support/service.ts';
import { rounds } from '../support/soak.ts';
import { type List, restWalk, toolWalk } from '../support/walks.ts';

const WRITERS = ['ada', 'bob'];
const WORDS = ['rain', 'gully', 'bridge', 'river'];

/** Few moments, so that many pieces share one; some are later than everything else. */
const moment = fc.nat({ max: 6 }).map((day) => `2026-05-0${day + 1}T00:00:00.000Z`);

const words = fc.shuffledSubarray(WORDS, { minLength: 1 }).map((some) => some.join(' '));

const newPiece = fc.record({
  writer: fc.constantFrom(...WRITERS),
  headline: words,
  sub: fc.option(words),
  body_md: words,
  category: fc.constantFrom('building', 'money', 'civic'),
  tags: fc.subarray(['x', 'y']),
  locale: fc.constantFrom('en', 'en-GB', 'de'),
  published_at: moment,
  isDraft: fc.boolean(),
});
type NewPiece = typeof newPiece extends fc.Arbitrary<infer Value> ? Value : never;

const lineOf = ({ writer, isDraft, published_at, ...fields }: NewPiece) =>
  piece(
    writer,
    isDraft ? { ...fields, status: 'draft', published_at: undefined } : { ...fields, published_at },
  );

/** Events that may happen between two pages. */
const happening = fc.oneof(
  fc.record({
    what: fc.constant('import' as const),
    pieces: fc.array(newPiece, { minLength: 1, maxLength: 3 }),
  }),
  fc.record({ what: fc.constantFrom('unpublish' as const, 'publish' as const), which: fc.nat() }),
);
type Happening = typeof happening extends fc.Arbitrary<infer Value> ? Value : never;

interface Kind {
  list: List;
  /** Whether a piece is in it. */
  has(piece: ListedPiece): boolean;
}

const recent = { tool: 'recent_pieces', path: '/api/public/pieces/recent' };
const search = { tool: 'search_pieces', path: '/api/public/pieces/search' };

const LISTS: Kind[] = [
  { list: { name: 'recent', ...recent, parameters: {} }, has: () => true },
  {
    list: { name: 'recent of a category', ...recent, parameters: { category: 'money' } },
    has: ({ category }) => category === 'money',
  },
  {
    list: {
      name: 'recent with filters',
      ...recent,
      parameters: { tag: 'x', locale: 'en', since: '2026-05-02' },
    },
    has: ({ tags, locale, published_at }) =>
      tags.includes('x') && locale !== 'de' && published_at >= '2026-05-02',
  },
  {
    list: { name: 'an author', tool: null, path: '/api/public/authors/ada/pieces', parameters: {} },
    has: ({ author_slug }) => author_slug === 'ada',
  },
  {
    list: { name: 'by author', ...recent, parameters: { author: 'bob' } },
    has: ({ author_slug }) => author_slug === 'bob',
  },
  { list: { name: 'search', ...search, parameters: { q: 'rain' } }, has: () => true },
  {
    list: {
      name: 'search with filters',
      ...search,
      parameters: { q: 'gully', author: 'ada', until: '2026-06-01' },
    },
    has: ({ author_slug }) => author_slug === 'ada',
  },
  {
    list: {
      name: 'search for words',
      ...search,
      parameters: { q: 'river rain', match: 'words', tag: 'y' },
    },
    has: ({ tags }) => tags.includes('y'),
  },
];

const walk = fc.record({
  which: fc.nat({ max: LISTS.length - 1 }),
  byTool: fc.boolean(),
  limit: fc.integer({ min: 1, max: 5 }),
  happenings: fc.array(happening, { maxLength: 8 }),
  few: fc.constantFrom(300, 4, 0),
});
type Walk = typeof walk extends fc.Arbitrary<infer Value> ? Value : never;

const idOf = (item: Json) => String(objectAt(item)['id']).split('/').at(-1) ?? '';

class World {
  readonly #service: Service;
  #now = NOW;

  static async of(kind: DatabaseKind): Promise<World> {
    let world: World | null = null;
    const service = await startService(kind, {}, () => world?.now() ?? NOW);
    world = new World(service);
    await service.add(...WRITERS.map((slug) => author(slug)));
    return world;
  }

  constructor(service: Service) {
    this.#service = service;
  }

  /** Advances the clock, so that no two pieces are published at the same time. */
  now(): Date {
    this.#now = new Date(this.#now.getTime() + 1000);
    return this.#now;
  }

  public(): Promise<ListedPiece[]> {
    return this.#service.context.store.publications.recent(10_000);
  }

  async take(happening: Happening): Promise<void> {
    const { context, add } = this.#service;
    if (happening.what === 'import') return add(...happening.pieces.map(lineOf));
    const { what, which } = happening;
    const status = what === 'publish' ? 'draft' : 'approved';
    const actors = await Promise.all(WRITERS.map((slug) => this.#actor(slug)));
    const own = await Promise.all(
      actors.map(async (actor) =>
        (await context.store.pieces.ofAuthor(actor.accountId, status, 1000)).map((row) => ({
          actor,
          row,
        })),
      ),
    );
    const all = own.flat();
    const chosen = all[which % Math.max(1, all.length)];
    if (!chosen) return;
    const { actor, row } = chosen;
    await movePiece(context, actor, {
      ...{ pieceId: row.id, act: what, version: row.working_version },
      ...DECLARED,
    });
  }

  async #actor(slug: string): Promise<WriterActor> {
    const row = await this.#service.context.store.authors.bySlug(slug);
    return { kind: 'writer', accountId: row?.id ?? '', slug, isAdmin: false, sessionId: 'x' };
  }

  /** All pieces of the list, in its order, read in one go. */
  async #whole({ list, has }: Kind): Promise<string[]> {
    const places = new Map(
      (await this.public()).filter(has).map(({ piece_id }, at) => [piece_id, at]),
    );
    if (!list.path.endsWith('/search')) return [...places.keys()];
    const parameters = new URLSearchParams({ ...list.parameters, limit: '100' });
    const answer = await this.#service.app.inject(`${list.path}?${parameters}`);
    return answer.json().results.map(idOf);
  }

  async walk({ which, byTool, limit, happenings, few }: Walk): Promise<void> {
    const kind = LISTS[which];
    if (!kind) return;
    FEW.pieces = few;
    const there = new Set(await this.#whole(kind));
    const left = [...happenings];
    const between = async () => {
      const next = left.shift();
      if (!next) return;
      await this.take(next);
      const now = new Set(await this.#whole(kind));
      for (const id of there) if (!now.has(id)) there.delete(id);
    };
    const { app } = this.#service;
    const isTool = byTool && kind.list.tool !== null;
    const met = (await (isTool ? toolWalk : restWalk)(app, kind.list, limit, between)).map(idOf);
    const what = `${kind.list.name}${isTool ? ', tool' : ''}, ${limit} at once`;
    assert.equal(new Set(met).size, met.length, `nothing twice: ${what}`);
    const expected = (await this.#whole(kind)).filter((id) => there.has(id));
    assert.deepEqual(
      met.filter((id) => there.has(id)),
      expected,
      what,
    );
  }
}

const archive = fc.array(newPiece, { minLength: 4, maxLength: 9 });

for (const kind of DATABASES) {
  describe(`walks on ${kind}`, () => {
    test('meet what was there throughout exactly once, in order', async () => {
      const world = await World.of(kind);
      const round = fc.tuple(archive, fc.array(walk, { minLength: 4, maxLength: 4 }));
      await fc.assert(
        fc.asyncProperty(round, async ([pieces, walks]) => {
          // A search returns at most a hundred results, to which the walk is compared.
          if ((await world.public()).length < 60) {
            await world.take({ what: 'import', pieces });
          }
          for (const each of walks) await world.walk(each);
        }),
        // Imported records stay, so fast-check can't shrink a failure; its seed repeats it.
        { numRuns: rounds(6, 60), endOnFailure: true },
      );
    });
  });
}
