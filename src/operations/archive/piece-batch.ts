// Imports pieces with multi-row inserts and few queries, which takes minutes instead of an hour.

import { Problem } from '../../errors.ts';
import type { Rendered } from '../../rendering/on-thread/markdown.ts';
import { slugify } from '../../rendering/text/slug.ts';
import type { PieceLine } from '../../schemas/archive.ts';
import { NamedImages } from '../../store/images/trashed-images.ts';
import type { WholePiece } from '../../store/pieces/whole-piece.ts';
import type { Publication } from '../../store/publications/publications.ts';
import type { Store } from '../../store/store.ts';
import type { AuthorRow } from '../../store/tables/authors.ts';
import { firstFree, slugsFor } from '../pieces/slugs.ts';
import { publicationFrom } from '../publishing/build-publication.ts';
import { isPublished, liveContent, type Placement, publishedAt, wholePiece } from './piece-rows.ts';
import { type LineError, lineErrors } from './refusals.ts';

const BATCH = 100;

interface PublicPlace {
  slug: string;
  category: string;
}

interface Found {
  line: number;
  record: PieceLine;
  rendered: Rendered | null;
  author: AuthorRow;
  publisher: AuthorRow;
}

interface Waiting extends WholePiece {
  line: number;
  publication: Publication | null;
}

export class PieceBatch {
  readonly #store: Store;
  readonly #now: Date;
  #found: Found[] = [];
  #nextPosition = 0;
  /** The earliest time of publication among the imported pieces, and the lowest of their positions. */
  added: { since: string; from: number } | null = null;
  readonly images = new NamedImages();
  readonly madePublic = new Map<string, PublicPlace>();

  constructor(store: Store, now: Date) {
    this.#store = store;
    this.#now = now;
  }

  get isFull(): boolean {
    return this.#found.length >= BATCH;
  }

  add(found: Found): void {
    this.#found.push(found);
  }

  async flush(): Promise<LineError[]> {
    const found = this.#found;
    this.#found = [];
    if (found.length === 0) return [];
    const errors: LineError[] = [];
    const waiting = await this.#wholes(found, errors);
    errors.push(...(await this.#conflicts(waiting)));
    const refused = new Set(errors.map(({ line }) => line));
    const good = waiting.filter(({ line }) => !refused.has(line));
    await this.#store.pieces.insertWithoutImages(good);
    this.images.add(good);
    await this.#store.publications.insert(good.flatMap(({ publication }) => publication ?? []));
    return errors;
  }

  async #wholes(found: Found[], errors: LineError[]): Promise<Waiting[]> {
    const slugs = await this.#slugsTakenFor(found);
    if (this.#nextPosition === 0) {
      this.#nextPosition = await this.#store.publications.nextPosition();
    }
    return found.flatMap((each) => {
      try {
        return this.#whole(each, slugs.get(each.author.id) ?? new Set());
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
        errors.push(...lineErrors(each.line, error));
        return [];
      }
    });
  }

  /** Also adds the piece's slugs to `taken`. */
  #whole({ line, record, rendered, author, publisher }: Found, taken: Set<string>): Waiting {
    const placement = isPublished(record) ? this.#place(record, publisher, taken) : null;
    const whole = wholePiece(record, author, placement, this.#now);
    for (const { slug } of whole.slugs) taken.add(slug);
    const isPublic = rendered && placement && author.suspended_at === null;
    const publication = isPublic ? publicationIn(whole, placement, rendered) : null;
    if (publication) {
      const place = { slug: author.slug, category: publication.category };
      this.madePublic.set(`${place.slug}/${place.category}`, place);
    }
    return { line, ...whole, publication };
  }

  #place(record: PieceLine, publisher: AuthorRow, taken: ReadonlySet<string>): Placement {
    const position = this.#nextPosition++;
    const at = publishedAt(record, this.#now);
    this.added ??= { since: at, from: position };
    if (at < this.added.since) this.added.since = at;
    const slug = record.slug ?? firstFree(slugify(liveContent(record).headline), taken);
    return { publisherId: publisher.id, slug, position };
  }

  /** Looks up numbered slugs only for pieces that may get one, because most get the slug of their headline. */
  async #slugsTakenFor(found: Found[]): Promise<Map<string, Set<string>>> {
    const wishes = found.map(({ record, author }) => ({
      author_id: author.id,
      wanted: wantedSlug(record),
      named: [record.slug ?? [], (record.slugs ?? []).map(({ slug }) => slug)].flat(),
    }));
    const taken = await this.#slugsTaken(
      wishes.map(({ author_id, wanted }) => ({ author_id, wanted: [wanted ?? []].flat() })),
    );
    const seen = new Map([...taken].map(([id, slugs]) => [id, new Set(slugs)]));
    const contested = [];
    for (const { author_id, wanted, named } of wishes) {
      const known = seen.get(author_id);
      // An earlier piece in the batch may already have a numbered slug.
      if (wanted !== null && (known?.has(wanted) || /-\d+$/.test(wanted))) {
        contested.push({ author_id, wanted: slugsFor(wanted) });
      }
      for (const slug of [...named, wanted]) if (slug !== null) known?.add(slug);
    }
    for (const [id, slugs] of await this.#slugsTaken(contested)) {
      taken.set(id, slugs.union(taken.get(id) ?? new Set()));
    }
    return taken;
  }

  async #slugsTaken(
    given: readonly { author_id: string; wanted: readonly string[] }[],
  ): Promise<Map<string, Set<string>>> {
    const taken = new Map<string, Set<string>>();
    for (const [id, each] of Map.groupBy(given, ({ author_id }) => author_id)) {
      const wanted = new Set(each.flatMap((one) => one.wanted));
      taken.set(id, await this.#store.pieces.slugsTaken(id, [...wanted]));
    }
    return taken;
  }

  async #conflicts(waiting: Waiting[]): Promise<LineError[]> {
    const ids = await this.#store.pieces.idsTaken(waiting.map(({ piece }) => piece.id));
    const own = waiting.map(({ piece, slugs }) => ({
      author_id: piece.author_id,
      wanted: slugs.map(({ slug }) => slug),
    }));
    const taken = await this.#slugsTaken(own);
    const errors: LineError[] = [];
    for (const { line, piece, slugs } of waiting) {
      if (ids.has(piece.id)) {
        errors.push({ line, field: 'id', reason: 'Another piece has this id.' });
      }
      ids.add(piece.id);
      const takenOfAuthor = taken.get(piece.author_id) ?? new Set();
      for (const { slug } of slugs) {
        if (takenOfAuthor.has(slug)) {
          const reason = `Another piece of the author has the slug ${slug}.`;
          errors.push({ line, field: 'slug', reason });
        }
        takenOfAuthor.add(slug);
      }
    }
    return errors;
  }
}

/** The slug of the headline, for a public piece whose line has no slug. */
const wantedSlug = (record: PieceLine): string | null =>
  record.slug === undefined && isPublished(record) ? slugify(liveContent(record).headline) : null;

function publicationIn(
  { piece, versions }: WholePiece,
  { slug, position }: Placement,
  rendered: Rendered,
): Publication | null {
  const live = versions.find(({ number }) => number === piece.live_version);
  if (!live || piece.published_at === null || piece.modified_at === null) return null;
  const { id, author_id, published_at, modified_at, provenance } = piece;
  const facts = { id, author_id, slug, position, published_at, modified_at, provenance };
  return publicationFrom(facts, live, rendered);
}
