// What a writer wrote, in the one form in which it is kept.

import type { CreatePieceBody } from '../../schemas/drafts.ts';
import type { PieceVersionRow } from '../../store/tables.ts';

export type Content = Pick<
  PieceVersionRow,
  | 'headline'
  | 'sub'
  | 'body_md'
  | 'category'
  | 'tags'
  | 'frame'
  | 'style'
  | 'locale'
  | 'external_url'
>;

/** Before the check: line ends as LF, and no white space around tags. Anything else stays as it is. */
export function tidied(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const entries = Object.entries(value).map(([name, field]) => [
    name,
    name === 'tags' && Array.isArray(field) ? field.map(tidiedTag) : tidiedText(field),
  ]);
  return Object.fromEntries(entries);
}

// Looking for one character is far quicker than for a pattern, and most texts have none.
export const withPlainLineEnds = (text: string) =>
  text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;

const tidiedText = (value: unknown) =>
  typeof value === 'string' ? withPlainLineEnds(value) : value;

/** Spaces and line ends; other control characters are for the check to find. */
const SURROUNDING_SPACE = /^[\p{Z}\t\n\r]+|[\p{Z}\t\n\r]+$/gu;

const tidiedTag = (value: unknown) =>
  typeof value === 'string' ? withPlainLineEnds(value.replace(SURROUNDING_SPACE, '')) : value;

/** After the check: every field that was left out has its default. */
export function contentOf(body: CreatePieceBody): Content {
  return {
    headline: body.headline,
    sub: body.sub ?? null,
    body_md: body.body_md,
    category: body.category ?? 'building',
    tags: JSON.stringify([...new Set(body.tags ?? [])]),
    frame: body.frame ?? 'lesson',
    style: body.style ?? 'essay',
    locale: body.locale ?? 'en',
    external_url: body.external_url ?? null,
  };
}

/** What a version holds, without when and by whom it was saved. */
export const contentIn = (version: PieceVersionRow): Content => ({
  headline: version.headline,
  sub: version.sub,
  body_md: version.body_md,
  category: version.category,
  tags: version.tags,
  frame: version.frame,
  style: version.style,
  locale: version.locale,
  external_url: version.external_url,
});

export const isSameContent = (one: Content, two: Content) =>
  one.headline === two.headline &&
  one.sub === two.sub &&
  one.body_md === two.body_md &&
  one.category === two.category &&
  one.tags === two.tags &&
  one.frame === two.frame &&
  one.style === two.style &&
  one.locale === two.locale &&
  one.external_url === two.external_url;
