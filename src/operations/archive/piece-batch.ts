// Imports pieces by multi-row inserts: an import takes minutes instead of an hour.

import type { Rendered } from '../../rendering/markdown/markdown.ts';
import { slugify } from '../../rendering/text/slug.ts';
import type { PieceLine } from '../../schemas/archive.ts';
import { NamedImages } from '../../store/images/trashed-images.ts';
import type { WholePiece } from '../../store/pieces/whole-piece.ts';
import type { Publication } from '../../store/publications/publications.ts';
import type { Store } from '../../store/store.ts';
import type { AuthorRow } from '../../store/tables/authors.ts';
import { freeSlug } from '../pieces/slugs.ts';
import { publicationFrom } from '../publishing/build-publication.ts';
import { isPublished, liveContent, type Placement, publishedAt, wholePiece } from './piece-rows.ts';
import type { LineError } from './refusals.ts';

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
  #waiting: Waiting[] = [];
  #nextPosition: number | undefined;
  /** The oldest time of publication among the imported pieces, and the first of their positions. */
  added: { since: string; from: number } | null = null;
  readonly images = new NamedImages();
  readonly madePublic = new Map<string, PublicPlace>();

  constructor(store: Store, now: Date) {
    this.#store = store;
    this.#now = now;
  }

  get isFull(): boolean {
    return this.#waiting.length >= BATCH;
  }

  async add({ line, record, rendered, author, publisher }: Found): Promise<void> {
    const placement = isPublished(record) ? await this.#place(record, author, publisher) : null;
    const whole = wholePiece(record, author, placement, this.#now);
    const isPublic = rendered && placement && author.suspended_at === null;
    const publication = isPublic ? publicationIn(whole, placement, rendered) : null;
    if (publication) {
      const place = { slug: author.slug, category: publication.category };
      this.madePublic.set(`${place.slug}/${place.category}`, place);
    }
    this.#waiting.push({ line, ...whole, publication });
  }

  async #place(record: PieceLine, author: AuthorRow, publisher: AuthorRow): Promise<Placement> {
    this.#nextPosition ??= await this.#store.publications.nextPosition();
    const position = this.#nextPosition++;
    const at = publishedAt(record, this.#now);
    this.added ??= { since: at, from: position };
    if (at < this.added.since) this.added.since = at;
    const slug =
      record.slug ?? (await this.#freeSlug(author, slugify(liveContent(record).headline)));
    return { publisherId: publisher.id, slug, position };
  }

  #freeSlug(author: AuthorRow, wanted: string): Promise<string> {
    const waiting = this.#waiting.flatMap(({ slugs }) => slugs);
    const own = waiting.filter(({ author_id }) => author_id === author.id);
    return freeSlug(this.#store, author.id, wanted, new Set(own.map(({ slug }) => slug)));
  }

  async flush(): Promise<LineError[]> {
    const waiting = this.#waiting;
    this.#waiting = [];
    if (waiting.length === 0) return [];
    const errors = await this.#conflicts(waiting);
    const refused = new Set(errors.map(({ line }) => line));
    const good = waiting.filter(({ line }) => !refused.has(line));
    await this.#store.pieces.insertWithoutImages(good);
    this.images.add(good);
    await this.#store.publications.insert(good.flatMap(({ publication }) => publication ?? []));
    return errors;
  }

  async #conflicts(waiting: Waiting[]): Promise<LineError[]> {
    const ids = await this.#store.pieces.idsTaken(waiting.map(({ piece }) => piece.id));
    const slugs = new Set<string>();
    const errors: LineError[] = [];
    for (const { line, piece, slugs: own } of waiting) {
      if (ids.has(piece.id)) {
        errors.push({ line, field: 'id', reason: 'Another piece has this id.' });
      }
      ids.add(piece.id);
      const names = own.map(({ slug }) => slug);
      const taken =
        names.length > 0 ? await this.#store.pieces.slugsTaken(piece.author_id, names) : new Set();
      for (const name of names) {
        const key = `${piece.author_id}/${name}`;
        if (taken.has(name) || slugs.has(key)) {
          const reason = `Another piece of the author has the slug ${name}.`;
          errors.push({ line, field: 'slug', reason });
        }
        slugs.add(key);
      }
    }
    return errors;
  }
}

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
