// A slow and obvious implementation of search as the API describes it, with which both databases must agree.

import { fold } from '../../../src/rendering/text/fold.ts';

export interface KnownPiece {
  id: string;
  author: string;
  headline: string;
  sub: string | null;
  /** The plain text of the body. */
  text: string;
  category: string;
  tags: string[];
  locale: string;
  publishedAt: string;
  isApproved: boolean;
}

export interface KnownAuthor {
  slug: string;
  name: string;
  niche: string | null;
  role: string | null;
  bio: string | null;
  verified: boolean;
}

/** The filters of a search, as the API takes them. */
export interface Filters {
  category?: string;
  author?: string;
  tag?: string;
  locale?: string;
  since?: string;
  until?: string;
}

interface Hit {
  id: string;
  site: string;
}

const SITES = ['headline', 'standfirst', 'body'];

const known = new Map<string, string>();

/** Folds a text. Results are cached, since every query asks for the same texts. */
function folded(text: string): string {
  const before = known.get(text);
  if (before !== undefined) return before;
  const now = fold(text);
  known.set(text, now);
  return now;
}

/** Everything that was imported, in the order of the import. */
export class Reference {
  readonly pieces: KnownPiece[] = [];
  readonly authors: KnownAuthor[] = [];
  readonly #suspended = new Set<string>();

  suspend(slug: string): void {
    this.#suspended.add(slug);
  }

  isSuspended(slug: string): boolean {
    return this.#suspended.has(slug);
  }

  get #public(): KnownPiece[] {
    return this.pieces.filter(({ author, isApproved }) => isApproved && !this.isSuspended(author));
  }

  /** Newest first. Among pieces of the same moment, the one imported later counts as newer. */
  #newestFirst(): KnownPiece[] {
    return this.#public
      .reverse()
      .sort((a, b) => Date.parse(b.publishedAt) - Date.parse(a.publishedAt));
  }

  recentPieces(filters: Filters, limit: number): string[] {
    const fitting = this.#newestFirst().filter((piece) => fits(piece, filters));
    return fitting.slice(0, limit).map(({ id }) => id);
  }

  /** The site is the first field by which every term has been found, counting the fields before it. */
  searchPieces(terms: readonly string[], filters: Filters, limit: number): Hit[] {
    const wanted = terms.map(fold);
    const found = this.#newestFirst()
      .filter((piece) => fits(piece, filters))
      .map(({ id, headline, sub, text }) => {
        const fields = [headline, sub ?? '', text].map(folded);
        const rank = fields.findIndex((_, last) =>
          wanted.every((term) => fields.slice(0, last + 1).some((field) => field.includes(term))),
        );
        return { id, rank };
      })
      .filter(({ rank }) => rank >= 0)
      .sort((a, b) => a.rank - b.rank);
    return found.slice(0, limit).map(({ id, rank }) => ({ id, site: SITES[rank] ?? '' }));
  }

  searchAuthors(query: string, limit: number): string[] {
    const wanted = fold(query.trim());
    const counts = new Map<string, number>();
    for (const { author } of this.#public) counts.set(author, (counts.get(author) ?? 0) + 1);
    return this.authors
      .filter(({ slug }) => !this.isSuspended(slug))
      .filter(({ name, niche, role, bio }) =>
        [name, niche, role, bio].some((field) => folded(field ?? '').includes(wanted)),
      )
      .sort(
        (a, b) =>
          Number(b.verified) - Number(a.verified) ||
          (counts.get(b.slug) ?? 0) - (counts.get(a.slug) ?? 0) ||
          byCodePoint(a.name, b.name) ||
          byCodePoint(a.slug, b.slug),
      )
      .slice(0, limit)
      .map(({ slug }) => slug);
  }
}

/** Whether a piece matches the filters. Times are compared as numbers, since they can be written in several ways. */
function fits(
  piece: KnownPiece,
  { category, author, tag, locale, since, until }: Filters,
): boolean {
  const at = Date.parse(piece.publishedAt);
  const language = locale?.toLowerCase() ?? '';
  const own = piece.locale.toLowerCase();
  return (
    (category === undefined || piece.category === category) &&
    (author === undefined || piece.author === author) &&
    (tag === undefined || piece.tags.includes(tag)) &&
    (locale === undefined || own === language || own.startsWith(`${language}-`)) &&
    (since === undefined || at >= Date.parse(since)) &&
    (until === undefined ||
      at <= Date.parse(until.length === 10 ? `${until}T23:59:59.999Z` : until))
  );
}

const byCodePoint = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));
