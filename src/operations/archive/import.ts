// Imports an archive: checks and renders every line, writes all of them or none, then updates the search index.

import { Problem } from '../../errors.ts';
import type { Rendered } from '../../rendering/on-thread/markdown.ts';
import type {
  AuthorLine,
  ErasedPieceLine,
  PageLine,
  PieceLine,
  ProductLine,
  SeriesLine,
} from '../../schemas/archive.ts';
import type { Store } from '../../store/store.ts';
import type { AuthorRow } from '../../store/tables/authors.ts';
import { bestEffort } from '../best-effort.ts';
import { type Context, timestamp } from '../operation.ts';
import { updateSearchIndex } from '../publishing/search-index.ts';
import { announce, feedsWithThese } from '../websub/websub.ts';
import { importErasedPiece } from './erasure-lines.ts';
import { importAuthor } from './import-author.ts';
import { PieceBatch } from './piece-batch.ts';
import { type Lines, type PreparedLine, prepareLines } from './prepare-lines.ts';
import { importProduct } from './product-lines.ts';
import { ImportRefused, type LineError, lineErrors, MOST_ERRORS, refusal } from './refusals.ts';
import { importSeries } from './series-lines.ts';
import { importPage, importSite } from './site-lines.ts';
import { Spool } from './spool.ts';

export interface Imported {
  authors: number;
  pieces: number;
  products: number;
  series: number;
  pages: number;
}

/** Rolls back an import that was only a check. */
class CheckPassed extends Error {
  readonly imported: Imported;

  constructor(imported: Imported) {
    super('The archive can be imported.');
    this.imported = imported;
  }
}

/** Does everything that an import does, except for storing it. */
export async function checkArchive(context: Context, lines: Lines): Promise<Imported> {
  const spool = await Spool.open<PreparedLine>();
  try {
    const errors = await prepareLines(lines, spool, context.now());
    return await context.store.transaction(async (tx) => {
      const work = new Import({ ...context, store: tx }, [...errors]);
      throw new CheckPassed(await work.run(spool.read()));
    });
  } catch (error) {
    if (error instanceof CheckPassed) return error.imported;
    throw error;
  } finally {
    await spool.close();
  }
}

export async function importArchive(context: Context, lines: Lines): Promise<Imported> {
  const { store } = context;
  const spool = await Spool.open<PreparedLine>();
  try {
    const errors = await prepareLines(lines, spool, context.now());
    const imported = await store.transaction((tx) =>
      new Import({ ...context, store: tx }, [...errors]).run(spool.read()),
    );
    // The import is committed at this point, so a failure of these steps must not fail it.
    await bestEffort(store, updateSearchIndex(context));
    await bestEffort(store, store.settle());
    return imported;
  } finally {
    await spool.close();
  }
}

class Import {
  readonly #context: Context;
  readonly #store: Store;
  readonly #now: Date;
  readonly #authors = new Map<string, AuthorRow>();
  readonly #touched = new Set<string>();
  readonly #errors: LineError[];
  readonly #imported: Imported = { authors: 0, pieces: 0, products: 0, series: 0, pages: 0 };
  readonly #batch: PieceBatch;

  constructor(context: Context, errors: LineError[]) {
    this.#context = context;
    this.#store = context.store;
    this.#now = context.now();
    this.#errors = errors;
    this.#batch = new PieceBatch(this.#store, this.#now);
  }

  async run(lines: AsyncIterable<PreparedLine>): Promise<Imported> {
    // An import waits until any other import ends, which may take minutes.
    await this.#store.unhurried();
    await this.#store.accounts.lockCreation();
    await this.#store.publications.lockPositions();
    for await (const prepared of lines) {
      if (this.#errors.length >= MOST_ERRORS) break;
      await this.#guarded(prepared.line, () => this.#take(prepared));
    }
    await this.#flush();
    if (this.#errors.length > 0) {
      // Pieces are checked in batches, so errors don't come in the order of the lines.
      throw new ImportRefused(this.#errors.toSorted((a, b) => a.line - b.line));
    }
    await this.#settle();
    return this.#imported;
  }

  /** Renumbers positions in the order of publication, because the archive's lines come in any order. */
  async #settle(): Promise<void> {
    const { publications, authors, trashedImages } = this.#store;
    const touched = [...this.#touched];
    await authors.lock(touched);
    if (this.#batch.added) await publications.renumberPositions(this.#batch.added);
    await authors.refreshStats(touched);
    await trashedImages.note(this.#batch.images);
    const feeds = feedsWithThese(this.#context, this.#batch.madePublic.values());
    await announce(this.#store, feeds, timestamp(this.#now));
  }

  async #take({ line, record, rendered }: PreparedLine): Promise<void> {
    if (record.type === 'author') await this.#author(record);
    else if (record.type === 'piece') await this.#piece(line, record, rendered);
    else if (record.type === 'page') await this.#page(record, rendered);
    else if (record.type === 'product') await this.#product(record);
    else if (record.type === 'series') await this.#series(record);
    else if (record.type === 'erased_piece') await this.#erasedPiece(record);
    else await importSite(this.#store, record);
  }

  async #author(record: AuthorLine): Promise<void> {
    const author = await importAuthor(this.#store, record, this.#now);
    this.#authors.set(author.slug, author);
    this.#imported.authors += 1;
  }

  async #piece(line: number, record: PieceLine, rendered: Rendered | null): Promise<void> {
    const author = await this.#authorCalled('author', record.author);
    const publisher = record.publisher ? await this.#find(record.publisher) : undefined;
    this.#batch.add({ line, record, rendered, author, publisher: publisher ?? author });
    this.#touched.add(author.id);
    this.#imported.pieces += 1;
    if (this.#batch.isFull) await this.#flush();
  }

  async #product(record: ProductLine): Promise<void> {
    await this.#flush();
    const seller = await this.#authorCalled('seller', record.seller);
    await importProduct(this.#store, record, seller, this.#now);
    this.#imported.products += 1;
  }

  async #series(record: SeriesLine): Promise<void> {
    await this.#flush();
    const author = await this.#authorCalled('author', record.author);
    await importSeries(this.#store, record, author, this.#now);
    this.#imported.series += 1;
  }

  async #erasedPiece(record: ErasedPieceLine): Promise<void> {
    const author = await this.#authorCalled('author', record.author);
    await importErasedPiece(this.#store, record, author);
  }

  async #page(record: PageLine, rendered: Rendered | null): Promise<void> {
    await importPage(this.#store, record, rendered, this.#now);
    this.#imported.pages += 1;
  }

  // Good pieces are written even after errors, because later lines may refer to them; all of it is rolled back.
  async #flush(): Promise<void> {
    this.#errors.push(...(await this.#batch.flush()));
  }

  async #authorCalled(field: string, slug: string): Promise<AuthorRow> {
    const author = await this.#find(slug);
    if (author) return author;
    throw refusal(
      field,
      `No author has the slug ${slug}. An author's line must come before the lines that refer to it.`,
    );
  }

  async #find(slug: string): Promise<AuthorRow | undefined> {
    const known = this.#authors.get(slug) ?? (await this.#store.authors.bySlug(slug));
    if (known) this.#authors.set(slug, known);
    return known;
  }

  async #guarded(line: number, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      this.#errors.push(...lineErrors(line, error));
    }
  }
}
