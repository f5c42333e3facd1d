// A piece's content, in the one form in which it is stored.

import {
  CONTENT_FIELD_NAMES,
  CONTENT_FIELDS,
  type ContentValues,
} from '../../schemas/content-fields.ts';
import type { CreatePieceBody } from '../../schemas/drafts.ts';
import { pick } from '../../schemas/field-lists.ts';
import { coverIn, storedCover } from '../../schemas/images/covers.ts';
import { storedImageUrl } from '../../schemas/images/image-urls.ts';
import { PIECE_LIMITS } from '../../schemas/piece-limits.ts';
import type { PieceVersionRow } from '../../store/tables/pieces.ts';

export type Content = ContentValues;

/** Runs before the check: line ends become LF, tags lose surrounding space, our own images lose the base URL. */
export function normalise(value: unknown, baseUrl?: string): unknown {
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(([name, field]) => {
    if (name === 'tags' && Array.isArray(field)) return [name, normaliseTags(field)];
    if (name === 'image' && isObject(field)) return [name, normaliseImage(field, baseUrl)];
    return [name, normaliseText(field)];
  });
  return Object.fromEntries(entries);
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function normaliseImage(image: object, baseUrl: string | undefined): object {
  const { url, ...words }: { url?: unknown } = image;
  const texts = Object.entries(words).map(([name, text]) => [name, normaliseText(text)]);
  const isKnown = baseUrl !== undefined && typeof url === 'string';
  return { url: isKnown ? storedImageUrl(url, baseUrl) : url, ...Object.fromEntries(texts) };
}

// Fast path: looking for one character is far quicker than a pattern, and most texts have none.
export const withPlainLineEnds = (text: string) =>
  text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;

const normaliseText = (value: unknown) =>
  typeof value === 'string' ? withPlainLineEnds(value) : value;

/** A list that is too long is refused whatever it contains. */
const normaliseTags = (tags: unknown[]) =>
  tags.length > PIECE_LIMITS.tags ? tags : tags.map(normaliseTag);

const normaliseTag = (value: unknown) =>
  typeof value === 'string' ? withPlainLineEnds(withoutSurroundingSpace(value)) : value;

/** Spaces and line ends; the check finds other control characters. */
const SPACE = /[\p{Z}\t\n\r]/u;

/** A pattern for the end would start again at each space: minutes for a long text. */
function withoutSurroundingSpace(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && SPACE.test(text.charAt(start))) start += 1;
  while (end > start && SPACE.test(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

/** Runs after the check: missing fields get their defaults. */
export function contentOf(body: CreatePieceBody): Content {
  return {
    headline: body.headline,
    sub: body.sub ?? null,
    body_md: body.body_md,
    category: body.category ?? CONTENT_FIELDS.category.empty,
    tags: JSON.stringify([...new Set(body.tags ?? [])]),
    frame: body.frame ?? CONTENT_FIELDS.frame.empty,
    style: body.style ?? CONTENT_FIELDS.style.empty,
    locale: body.locale ?? CONTENT_FIELDS.locale.empty,
    external_url: body.external_url ?? null,
    image: body.image ? storedCover({ caption: null, ...body.image }) : null,
  };
}

export const contentIn = (version: Content): Content => pick(version, CONTENT_FIELD_NAMES);

/** Content as JSON and files have it. */
export const contentRecord = (version: Content) => {
  const tags: string[] = JSON.parse(version.tags);
  return { ...contentIn(version), tags, image: coverIn(version.image) };
};

/** Archives have no field for a missing cover, as before there were covers. */
export const archivedContent = (version: Content) => {
  const { image, ...others } = contentRecord(version);
  return image ? { ...others, image } : others;
};

/** Whether readers would get the same from both. */
export const isSameVersion = (
  one: Content & Pick<PieceVersionRow, 'cards'>,
  two: Content & Pick<PieceVersionRow, 'cards'>,
) => isSameContent(one, two) && one.cards === two.cards;

export const isSameContent = (one: Content, two: Content) =>
  CONTENT_FIELD_NAMES.every((name) => one[name] === two[name]);
