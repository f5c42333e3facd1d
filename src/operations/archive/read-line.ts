// Parses and checks one archive line: an author, a piece, a product, a series, a page or the site.

import { type TObject, Type } from 'typebox';
import { Problem } from '../../errors.ts';
import {
  AuthorLine,
  ErasedPieceLine,
  PageLine,
  PieceLine,
  ProductLine,
  SeriesLine,
  type VersionLine,
} from '../../schemas/archive.ts';
import { SiteIdentity } from '../../schemas/identity/identity.ts';
import { RESERVED_SLUGS } from '../../schemas/vocabulary.ts';
import { checkerOf } from '../../validation.ts';
import { timestamp } from '../operation.ts';
import { normalise } from '../pieces/content.ts';
import { ACTS } from '../states/state-table.ts';
import { refuseOddConversation } from './conversation-lines.ts';
import { usableErasure } from './erasure-lines.ts';
import { repeatedKey, unknownFields } from './line-fields.ts';
import { isPublished } from './piece-rows.ts';
import { refusal } from './refusals.ts';
import { usableSeries } from './series-lines.ts';
import { readSiteLine, type SiteLine, usablePage } from './site-lines.ts';

const checkAuthor = checkerOf(AuthorLine);
const checkPiece = checkerOf(PieceLine);
const checkProduct = checkerOf(ProductLine);
const checkSeries = checkerOf(SeriesLine);
const checkErasedPiece = checkerOf(ErasedPieceLine);
const checkPage = checkerOf(PageLine);

export type ArchiveLine =
  | AuthorLine
  | ErasedPieceLine
  | PieceLine
  | ProductLine
  | SeriesLine
  | PageLine
  | SiteLine;

/** `latest` is the latest time of publication that the line may have. */
export function readLine(text: string, latest: string): ArchiveLine {
  const value = normaliseLine(parsed(text));
  const type = typeof value === 'object' && value !== null && 'type' in value ? value.type : null;
  switch (type) {
    case 'author':
      refuseUnknown(AuthorLine, value);
      return usableAuthor(checkAuthor(value));
    case 'piece':
      refuseUnknown(PieceLine, value);
      return datedPiece(consistentPiece(checkPiece(value)), latest);
    case 'product':
      refuseUnknown(ProductLine, value);
      return checkProduct(value);
    case 'series':
      refuseUnknown(SeriesLine, value);
      return usableSeries(checkSeries(value));
    case 'erased_piece':
      return checkErasedPiece(value);
    case 'page':
      refuseUnknown(PageLine, value);
      return datedPage(usablePage(checkPage(value)), latest);
    case 'site':
      refuseUnknown(SiteFields, value);
      return readSiteLine(Object(value));
    default:
      throw refusal(
        'type',
        'Expected one of author, piece, product, series, page, site, erased_piece.',
      );
  }
}

const SiteFields = Type.Object({ ...SiteIdentity.properties, type: Type.Literal('site') });

function refuseUnknown(schema: TObject, value: unknown): void {
  const errors = unknownFields(schema, value);
  if (errors.length > 0) throw new Problem('invalid_input', { errors });
}

/** Dates that decide the order of lists and the time of the last change. Only a schedule is in the future. */
function datedPiece(piece: PieceLine, latest: string): PieceLine {
  const { published_at, modified_at } = piece;
  refuseFuture('published_at', published_at, latest);
  refuseFuture('modified_at', modified_at, latest);
  if (isPublished(piece) && published_at === undefined) {
    refuseFuture('created_at', piece.created_at, latest);
  }
  return piece;
}

function datedPage(page: PageLine, latest: string): PageLine {
  refuseFuture('published.published_at', page.published?.published_at, latest);
  refuseFuture('published.modified_at', page.published?.modified_at, latest);
  return page;
}

function refuseFuture(field: string, time: string | undefined, latest: string): void {
  if (time === undefined || timestamp(time) <= latest) return;
  throw refusal(
    field,
    `Expected a time that has passed, got ${time}. Only a schedule may be later.`,
  );
}

function normaliseLine(value: unknown): unknown {
  const normal = normalise(value);
  if (typeof normal !== 'object' || normal === null || !('versions' in normal)) return normal;
  const { versions } = normal;
  return Array.isArray(versions)
    ? { ...normal, versions: versions.map((each) => normalise(each)) }
    : normal;
}

function parsed(text: string): unknown {
  const value = parsedJson(text);
  const key = repeatedKey(text);
  if (key !== null) throw refusal(key, 'This field is there twice in the same object.');
  return value;
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw refusal('line', error instanceof Error ? `${error.message}.` : 'Not valid JSON.');
  }
}

function usableAuthor(author: AuthorLine): AuthorLine {
  const slugs = [author.slug, ...(author.slugs ?? []).map(({ slug }) => slug)];
  const reserved = slugs.find((slug) => RESERVED_SLUGS.includes(slug));
  if (reserved) throw refusal('slug', `The slug ${reserved} is reserved.`);
  refuseRepeated(author.slugs);
  usableErasure(author);
  return author;
}

function refuseRepeated(slugs: { slug: string }[] = []): void {
  const names = new Set(slugs.map(({ slug }) => slug));
  if (names.size < slugs.length) throw refusal('slugs', 'Expected each slug once.');
}

function consistentPiece(piece: PieceLine): PieceLine {
  refuseRepeated(piece.slugs);
  const numbers = piece.versions?.map(({ number }: VersionLine) => number) ?? [1];
  if (
    new Set(numbers).size < numbers.length ||
    numbers.some((each, at) => each < (numbers[at - 1] ?? 0))
  ) {
    throw refusal('versions', 'Expected versions in the order of their numbers, each number once.');
  }
  if (piece.live_version !== undefined && !numbers.includes(piece.live_version)) {
    throw refusal('live_version', 'Expected the number of one of the versions.');
  }
  if (piece.trashed_at !== undefined && !isDeletable(piece)) {
    throw refusal(
      'trashed_at',
      'Expected none: a piece that is in review or public can’t be in the trash.',
    );
  }
  refuseOddConversation(piece);
  refuseBlank(piece);
  return piece;
}

const isDeletable = ({ status = 'draft' }: PieceLine) =>
  ACTS.delete.rule.from.some((each) => each === status);

/** A draft may lack any field, but a text that others can read must not be blank. */
function refuseBlank(piece: PieceLine): void {
  if (piece.status !== 'approved' && piece.status !== 'pending') return;
  const at = (piece.versions ?? []).findIndex(
    ({ number }: VersionLine) => number === piece.live_version,
  );
  const isLive = piece.status === 'approved' && at >= 0;
  const read = (isLive && piece.versions?.[at]) || piece;
  for (const field of ['headline', 'body_md'] as const) {
    if (read[field].trim() !== '') continue;
    const name = isLive ? `versions[${at}].${field}` : field;
    throw refusal(name, 'Expected text that is not blank, because others can read it.');
  }
  if (read.image?.alt.trim() !== '') return;
  const name = isLive ? `versions[${at}].image.alt` : 'image.alt';
  throw refusal(name, 'Expected text that is not blank, because others can see the image.');
}
