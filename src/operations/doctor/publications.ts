// Checks publications and the search index against the pieces that they were made from.

import { isDeepStrictEqual } from 'node:util';
import type { PublishedPiece } from '../../store/integrity/integrity.ts';
import { tagRowsOf } from '../../store/publications/publications.ts';
import { authorText } from '../authors/author-text.ts';
import type { Context } from '../operation.ts';
import { differencesOf, publicationOf } from '../publishing/build-publication.ts';
import { latestTime } from '../publishing/publishing-clock.ts';
import { foldedText } from '../publishing/search-index.ts';
import { type Finding, REBUILD, RESTORE, unless, wrong } from './finding.ts';

const READ_AT_ONCE = 50;

class Tally {
  count = 0;
  #example = '';

  add(id: string): void {
    this.count += 1;
    this.#example ||= id;
  }

  problem(what: string, remedy: string): Finding[] {
    return this.count > 0 ? [wrong(problemOf(this.count, what, this.#example, remedy))] : [];
  }
}

const problemOf = (count: number, what: string, example: string, remedy: string) =>
  `${count} ${what} (such as ${example}). ${remedy}`;

export async function checkPublications({ store, now }: Context): Promise<readonly Finding[]> {
  const faults = await store.integrity.faults();
  const problems = faults.map(({ count, what, example, isRebuilt }) =>
    wrong(problemOf(count, what, example, isRebuilt ? REBUILD : RESTORE)),
  );
  const tallies = {
    different: new Tally(),
    refused: new Tally(),
    same: new Tally(),
    tagged: new Tally(),
  };
  for await (const page of pagesOf(store)) {
    for (const each of page) tallies[await comparison(each)].add(each.publication.piece_id);
  }
  const { different, refused, tagged } = tallies;
  return unless(
    [
      ...problems,
      ...(await datedAhead(store, now())),
      ...different.problem('publications differ from the version that they show', REBUILD),
      ...tagged.problem('publications have tags that differ from those in lists by tag', REBUILD),
      ...refused.problem('publications have a text that can no longer be rendered', SIMPLIFY),
    ],
    'publications',
  );
}

async function datedAhead(store: Context['store'], now: Date): Promise<Finding[]> {
  const { count, example } = await store.integrity.publishedAfter(latestTime(now));
  if (example === null) return [];
  return [wrong(problemOf(count, 'published pieces are dated in the future', example, DATE_NOW))];
}

const DATE_NOW = 'If the clock of this machine is right, run rebuild, which dates them now.';

const SIMPLIFY = 'They stay unchanged; ask their writers to split or simplify the text.';

async function* pagesOf(store: Context['store']): AsyncGenerator<PublishedPiece[]> {
  for (let after = 0; ; ) {
    const from = after;
    // Each page is read in one snapshot: a publication between two reads would look like a fault.
    const page = await store.snapshot((moment) => moment.integrity.published(from, READ_AT_ONCE));
    if (page.length === 0) return;
    yield page;
    after = page.at(-1)?.publication.position ?? Number.POSITIVE_INFINITY;
  }
}

/** Compares a publication with its version. integrity.ts counts rows that are missing or inconsistent. */
async function comparison({
  publication,
  version,
  piece,
  tags,
}: PublishedPiece): Promise<'same' | 'different' | 'refused' | 'tagged'> {
  if (!piece) return 'same';
  if (!version) return 'different';
  const { slug, position, published_at, modified_at } = publication;
  if (publication.text_json === null) return 'same';
  const facts = { ...piece, slug, position, published_at, modified_at };
  const expected = await publicationOf(facts, version);
  if (!expected) return 'refused';
  if (differencesOf(expected, publication).length > 0) return 'different';
  return isDeepStrictEqual(tagsOf(publication), tags) ? 'same' : 'tagged';
}

const tagsOf = (publication: PublishedPiece['publication']) =>
  tagRowsOf(publication)
    .map(({ tag }) => tag)
    .sort();

export async function checkSearch({ store }: Context): Promise<readonly Finding[]> {
  const isBehind = await store.searchTexts.isBehind();
  // Pieces in the backlog of a bulk action aren't a problem, because the service indexes them later.
  const pieces = isBehind ? new Tally() : await piecesFoldedOtherwise(store);
  const authors = new Tally();
  for (let after: string | undefined = ''; after !== undefined; ) {
    const page = await store.integrity.authors(after, READ_AT_ONCE);
    for (const author of page) {
      if (author.folded !== null && author.folded !== authorText(author)) authors.add(author.slug);
    }
    after = page.at(-1)?.id;
  }
  const problems = [
    ...pieces.problem('publications are in the search index with other words', REBUILD),
    ...authors.problem('authors are in the search index with other words', REBUILD),
    ...(await indexProblems(store)),
  ];
  return unless(problems, isBehind ? 'search index, which is still being updated' : 'search index');
}

async function piecesFoldedOtherwise(store: Context['store']): Promise<Tally> {
  const tally = new Tally();
  for await (const page of pagesOf(store)) {
    for (const each of page) if (isFoldedOtherwise(each)) tally.add(each.publication.piece_id);
  }
  return tally;
}

/** Ignores a piece without search text, which the check of the index counts. */
function isFoldedOtherwise({ publication, folded }: PublishedPiece): boolean {
  const { text_json } = publication;
  if (!folded || text_json === null) return false;
  try {
    return !isDeepStrictEqual({ ...folded }, foldedText({ ...publication, text_json }));
  } catch (error) {
    // A text that is not JSON is also reported by the check of publications.
    if (error instanceof SyntaxError) return true;
    throw error;
  }
}

async function indexProblems(store: Context['store']): Promise<Finding[]> {
  try {
    await store.checkSearchIndex();
    return [];
  } catch (error) {
    if (store.unavailable(error)) throw error;
    const said = error instanceof Error ? error.message : String(error);
    return [wrong(`The search index does not match the text: ${said} ${REBUILD}`)];
  }
}
