// Imports an archive: checks every line, and imports all of them or none.

import { Problem } from '../../errors.ts';
import type { AuthorLine, PieceLine, ProductLine } from '../../schemas/archive.ts';
import type { Store } from '../../store/store.ts';
import type { AuthorRow } from '../../store/tables/authors.ts';
import { announce, feedsWithThese } from '../feeds/websub.ts';
import { type Context, timestamp } from '../operation.ts';
import { indexPublications } from '../publishing/publications.ts';
import { importAuthor } from './import-author.ts';
import { importProduct } from './import-product.ts';
import { PieceBatch } from './piece-batch.ts';
import { readLine } from './read-line.ts';
import { ImportRefused, type LineError, refusal } from './refusals.ts';

type Lines = AsyncIterable<string> | Iterable<string>;

export interface Imported {
  authors: number;
  pieces: number;
  products: number;
}

// Enough to fix a file with, and little enough to keep in memory.
const MOST_ERRORS = 1000;

export async function importArchive(context: Context, lines: Lines): Promise<Imported> {
  const { store } = context;
  const imported = await store.transaction((tx) =>
    new Import({ ...context, store: tx }).run(lines),
  );
  await store.settle();
  return imported;
}

class Import {
  readonly #context: Context;
  readonly #store: Store;
  readonly #now: Date;
  readonly #authors = new Map<string, AuthorRow>();
  readonly #touched = new Set<string>();
  readonly #errors: LineError[] = [];
  readonly #imported: Imported = { authors: 0, pieces: 0, products: 0 };
  readonly #batch: PieceBatch;

  constructor(context: Context) {
    this.#context = context;
    this.#store = context.store;
    this.#now = context.now();
    this.#batch = new PieceBatch(this.#store, this.#now);
  }

  async run(lines: Lines): Promise<Imported> {
    let line = 0;
    for await (const text of lines) {
      line += 1;
      if (text.trim() !== '') await this.#guarded(line, () => this.#take(text, line));
      if (this.#errors.length >= MOST_ERRORS) break;
    }
    await this.#flush();
    if (this.#errors.length > 0) {
      // Pieces are checked in batches, so their errors come late.
      throw new ImportRefused(this.#errors.toSorted((a, b) => a.line - b.line));
    }
    await this.#settle();
    return this.#imported;
  }

  /** The lines came in any order: now every piece gets its position in order of publication. */
  async #settle(): Promise<void> {
    if (this.#batch.oldest !== null)
      await this.#store.publications.renumberPositions(this.#batch.oldest);
    await indexPublications(this.#store);
    await this.#store.authors.refreshStats([...this.#touched]);
    const feeds = feedsWithThese(this.#context, this.#batch.madePublic);
    await announce(this.#store, feeds, timestamp(this.#now));
  }

  async #take(text: string, line: number): Promise<void> {
    const record = readLine(text);
    if (record.type === 'author') await this.#author(record);
    else if (record.type === 'piece') await this.#piece(record, line);
    else await this.#product(record);
  }

  async #author(record: AuthorLine): Promise<void> {
    const author = await importAuthor(this.#store, record, this.#now);
    this.#authors.set(author.slug, author);
    this.#imported.authors += 1;
  }

  async #piece(record: PieceLine, line: number): Promise<void> {
    const author = await this.#authorCalled('author', record.author);
    const publisher = record.publisher ? await this.#find(record.publisher) : undefined;
    await this.#batch.add(line, record, author, publisher ?? author);
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

  // Good pieces are written even where others were refused: later lines may refer to them, and the
  // transaction is rolled back in the end.
  async #flush(): Promise<void> {
    this.#errors.push(...(await this.#batch.flush()));
  }

  async #authorCalled(field: string, slug: string): Promise<AuthorRow> {
    const author = await this.#find(slug);
    if (author) return author;
    throw refusal(field, `No author has the slug ${slug}; an author's line comes before its use.`);
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
      const errors = error.errors ?? [{ field: 'line', reason: error.reason }];
      this.#errors.push(...errors.map((each) => ({ line, ...each })));
      if (error.more === 0) return;
      const reason = `And ${error.more} more fields of this line are not as expected.`;
      this.#errors.push({ line, field: 'line', reason });
    }
  }
}
