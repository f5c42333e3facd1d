// A piece's content in its canonical form.

import type { ChangePieceBody } from '../../schemas/change-piece.ts';
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

/** Call normalise before the check: line ends become LF, tags are trimmed, our own images lose the base URL. */
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

// Checking for a carriage return first is far quicker than a pattern, and most texts contain none.
export const withPlainLineEnds = (text: string) =>
  text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;

const normaliseText = (value: unknown) =>
  typeof value === 'string' ? withPlainLineEnds(value) : value;

/** A list that is too long is left as it is, because the check refuses it. */
const normaliseTags = (tags: unknown[]) =>
  tags.length > PIECE_LIMITS.tags ? tags : tags.map(normaliseTag);

const normaliseTag = (value: unknown) =>
  typeof value === 'string' ? withPlainLineEnds(withoutSurroundingSpace(value)) : value;

/** Matches spaces and line ends; the check finds other control characters. */
const SPACE = /[\p{Z}\t\n\r]/u;

/** A loop, because a pattern for trailing spaces would start again at each space, for minutes in a long text. */
function withoutSurroundingSpace(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && SPACE.test(text.charAt(start))) start += 1;
  while (end > start && SPACE.test(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

/** Headline and text are required, other fields may be missing or null. */
type SentContent = ChangePieceBody & Pick<CreatePieceBody, 'headline' | 'body_md'>;

/** Fills empty fields with defaults. Call contentOf after the check. */
export function contentOf(body: SentContent): Content {
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

export const contentRecord = (version: Content) => {
  const tags: string[] = JSON.parse(version.tags);
  return { ...contentIn(version), tags, image: coverIn(version.image) };
};

/** Leaves a missing cover out, because archives from before covers existed have no such field. */
export const archivedContent = (version: Content) => {
  const { image, ...others } = contentRecord(version);
  return image ? { ...others, image } : others;
};

/** True if readers would see no difference between the two. */
export const isSameVersion = (
  one: Content & Pick<PieceVersionRow, 'cards'>,
  two: Content & Pick<PieceVersionRow, 'cards'>,
) => isSameContent(one, two) && one.cards === two.cards;

export const isSameContent = (one: Content, two: Content) =>
  CONTENT_FIELD_NAMES.every((name) => one[name] === two[name]);
