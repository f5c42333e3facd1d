// Both databases and the reference with the same records, and the operations to compare them.

import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { FastifyInstance } from 'fastify';
import { suspendWriter } from '../../../src/operations/accounts/writers.ts';
import type { Context } from '../../../src/operations/operation.ts';
import { renderMarkdown } from '../../../src/rendering/on-thread/markdown.ts';
import { fold } from '../../../src/rendering/text/fold.ts';
import { namesOf, pick } from '../../../src/schemas/field-lists.ts';
import { FILTER_CATEGORIES } from '../../../src/schemas/vocabulary.ts';
import { FEW } from '../../../src/store/publications/find-pieces.ts';
import { author, piece } from '../archive/records.ts';
import { DATABASES, freshPlace, type Place } from '../databases/databases.ts';
import { appOn, contextAt, importLines } from '../databases/existing-database.ts';
import { Reference } from './search-reference.ts';
import { someWords, variant, varied, words } from './search-words.ts';

const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString();

const newAuthor = fc.record({
  name: fc.oneof(fc.constantFrom('Ada', 'ada', 'Ādā'), someWords(3)),
  niche: fc.option(words(3)),
  role: fc.option(words(3)),
  bio: fc.option(words(12)),
  verified: fc.boolean(),
});
type NewAuthor = typeof newAuthor extends fc.Arbitrary<infer Value> ? Value : never;

const TAGS = ['rain', 'Rain', 'deep water', '100%'];
const LOCALES = ['en', 'en', 'en-GB', 'EN-us', 'de', 'eng'];

const newPiece = fc.record({
  writer: fc.nat(),
  headline: someWords(4),
  sub: fc.option(words(6)),
  // Short bodies, and some that are long enough to be indexed in several parts.
  body: fc.oneof({ weight: 3, arbitrary: someWords(30) }, { weight: 1, arbitrary: someWords(500) }),
  category: fc.constantFrom(...FILTER_CATEGORIES, 'civic', 'ideas'),
  tags: fc.uniqueArray(fc.constantFrom(...TAGS), { maxLength: 2 }),
  locale: fc.constantFrom(...LOCALES),
  // Few moments, so that many pieces share one.
  publishedAt: fc.nat({ max: 8 }).map(at),
  status: fc.constantFrom('approved', 'approved', 'approved', 'approved', 'draft', 'pending'),
});
type NewPiece = typeof newPiece extends fc.Arbitrary<infer Value> ? Value : never;

const fromCorpus = fc.record({
  which: fc.nat(),
  start: fc.nat(),
  length: fc.oneof(
    fc.constantFrom(1, 2, 3, 4),
    fc.integer({ min: 5, max: 40 }),
    fc.integer({ min: 90, max: 200 }),
  ),
  variant,
});
type FromCorpus = typeof fromCorpus extends fc.Arbitrary<infer Value> ? Value : never;

const FILTERS = {
  category: fc.constantFrom(...FILTER_CATEGORIES),
  author: fc.nat(),
  tag: fc.constantFrom(...TAGS, 'nowhere'),
  locale: fc.constantFrom('en', 'EN-gb', 'de', 'fr'),
  since: fc.constantFrom(at(2), at(5), '2026-01-01T01:00:06+01:00', '2026-01-01', '2026-01-02'),
  until: fc.constantFrom(at(6), at(3), '2026-01-01', '2025-12-31'),
};

const query = fc.record({
  text: fc.oneof({ weight: 3, arbitrary: fromCorpus }, { weight: 1, arbitrary: words(2) }),
  match: fc.constantFrom('text', 'text', 'words'),
  // Mostly one filter or none, since more would find hardly anything.
  filters: fc
    .tuple(fc.record(FILTERS, { requiredKeys: [] }), fc.nat({ max: 7 }), fc.nat({ max: 7 }))
    .map(([all, which, how]) => {
      const name = namesOf(FILTERS)[which];
      if (how === 0) return all;
      return name === undefined ? {} : pick(all, [name]);
    }),
  limit: fc.oneof(fc.constant(50), fc.integer({ min: 1, max: 6 })),
});
type Query = typeof query extends fc.Arbitrary<infer Value> ? Value : never;

/** One step: records to import, a writer to suspend, and the queries to compare afterwards. */
export const step = fc.record({
  authors: fc.array(newAuthor, { minLength: 1, maxLength: 3 }),
  pieces: fc.array(newPiece, { minLength: 6, maxLength: 12 }),
  suspend: fc.option(fc.nat(), { freq: 4 }),
  few: fc.constantFrom(300, 4, 0),
  queries: fc.array(query, { minLength: 25, maxLength: 25 }),
});
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

/** Makes PostgreSQL use its indexes; with so few rows it would rather scan the tables. */
function withIndexes(place: Place): Place {
  if (place.databaseUrl === null) return place;
  const options = encodeURIComponent('-c enable_seqscan=off');
  return { ...place, databaseUrl: `${place.databaseUrl}?options=${options}` };
}

interface Side {
  context: Context;
  app: FastifyInstance;
}

export async function emptyWorld(): Promise<World> {
  const sides: Side[] = [];
  for (const kind of DATABASES) {
    const context = await contextAt(withIndexes(await freshPlace(kind)));
    sides.push({ context, app: await appOn(context) });
  }
  return new World(sides);
}

export class World {
  readonly #known = new Reference();
  readonly #sides: Side[];
  asked = 0;
  answered = 0;

  constructor(sides: Side[]) {
    this.#sides = sides;
  }

  async take({ authors, pieces, suspend, few, queries }: Step): Promise<void> {
    FEW.pieces = few;
    const lines = authors.map((each) => this.#authorLine(each));
    for (const each of pieces) lines.push(await this.#pieceLine(each));
    for (const { context } of this.#sides) await importLines(context, lines);
    if (suspend !== null) await this.#suspend(this.#writer(suspend));
    for (const each of queries) await this.#ask(each);
  }

  #authorLine({ verified, ...fields }: NewAuthor): object {
    const slug = `writer-${this.#known.authors.length}`;
    this.#known.authors.push({ slug, verified, ...fields });
    return author(slug, { ...fields, identity_verified: verified });
  }

  async #pieceLine({ writer, body, publishedAt, status, ...fields }: NewPiece): Promise<object> {
    const slug = this.#writer(writer);
    const isApproved = status === 'approved';
    const published_at = isApproved ? publishedAt : undefined;
    const line = piece(slug, { ...fields, body_md: body, status, published_at });
    const { text } = await renderMarkdown(body);
    this.#known.pieces.push({
      id: line.id,
      author: slug,
      text,
      publishedAt,
      isApproved,
      ...fields,
    });
    return line;
  }

  #writer(any: number): string {
    const { authors } = this.#known;
    return authors[any % authors.length]?.slug ?? '';
  }

  async #suspend(slug: string): Promise<void> {
    this.#known.suspend(slug);
    for (const { context } of this.#sides) await suspendWriter(context, slug);
  }

  async #ask({ text, match, filters: { author, ...others }, limit }: Query): Promise<void> {
    const q = typeof text === 'string' ? text : this.#cutOut(text);
    const terms = match === 'words' ? q.trim().split(/\s+/) : [q.trim()];
    if (q.trim() === '' || [...q].length > 200 || terms.length > 20) return;
    const slug = author === undefined ? undefined : this.#writer(author);
    // The service has no list for a suspended writer, so the filter is left out.
    const isKnown = slug !== undefined && !this.#known.isSuspended(slug);
    const given = Object.entries({ ...others, author: isKnown ? slug : undefined });
    const filters = Object.fromEntries(given.filter(([, value]) => value !== undefined));
    const pieces = this.#known.searchPieces(terms, filters, limit);
    const newest = this.#known.recentPieces(filters, limit);
    const authors = this.#known.searchAuthors(q, limit);
    this.asked += 1;
    if (pieces.length > 0) this.answered += 1;
    const parameters = new URLSearchParams({ q, limit: String(limit) });
    const filtered = new URLSearchParams({ ...filters, match, q, limit: String(limit) });
    for (const { app, context } of this.#sides) {
      const what = `${filtered} on ${context.store.kind}`;
      const { results } = (await app.inject(`/api/public/pieces/search?${filtered}`)).json();
      assert.deepEqual(results.map(hitOf), pieces, `pieces for ${what}`);
      for (const result of results) assertSnippet(result, terms);
      const { items } = (await app.inject(`/api/public/pieces/recent?${filtered}`)).json();
      const ids = items.map(({ id }: { id: string }) => id.split('/').at(-1));
      assert.deepEqual(ids, newest, `newest for ${what}`);
      const others = await app.inject(`/api/public/authors/search?${parameters}`);
      const slugs = others.json().results.map(({ slug }: { slug: string }) => slug);
      assert.deepEqual(slugs, authors, `authors for ${what}`);
    }
  }

  /** A query cut out of a text that was imported, public or not. */
  #cutOut({ which, start, length, variant }: FromCorpus): string {
    const { pieces, authors } = this.#known;
    const texts = [
      ...pieces.flatMap(({ headline, sub, text }) => [headline, sub, text]),
      ...authors.flatMap(({ name, niche, role, bio }) => [name, niche, role, bio]),
    ].filter((text) => text !== null && text.trim() !== '');
    const characters = [...(texts[which % Math.max(1, texts.length)] ?? '')];
    const from = start % Math.max(1, characters.length);
    return varied(characters.slice(from, from + length).join(''), variant);
  }
}

interface Result {
  id: string;
  match_site: string;
  snippet: string | null;
}

const hitOf = ({ id, match_site }: Result) => ({ id: id.split('/').at(-1), site: match_site });

function assertSnippet({ match_site, snippet }: Result, terms: string[]): void {
  const shown = fold(snippet ?? '');
  if (match_site === 'body')
    assert.ok(
      terms.some((term) => shown.includes(fold(term))),
      snippet ?? '',
    );
  else assert.equal(snippet, null);
}
