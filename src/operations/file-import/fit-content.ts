// Fits a file's content to a piece. Content that does not fit is left out and reported.

import { Type } from 'typebox';
import { Problem } from '../../errors.ts';
import { SITE_LOCALE } from '../../rendering/text/locale.ts';
import { savedFields } from '../../schemas/drafts.ts';
import { valuesFor } from '../../schemas/field-lists.ts';
import type { Cover } from '../../schemas/images/covers.ts';
import { PIECE_LIMITS } from '../../schemas/piece-limits.ts';
import { checkerOf } from '../../validation.ts';
import type { Content } from '../pieces/content.ts';
import { workingContentFrom } from '../pieces/saving/save-piece.ts';
import {
  FOUND_FIELDS,
  type Found,
  type FoundField,
  LEFT_OUT,
  type LeftOut,
} from './found-content.ts';
import type { Value } from './front-matter.ts';
import { refusal } from './refusal.ts';

export interface Fitted {
  readonly content: Content;
  readonly leftOut: readonly LeftOut[];
}

type Kept = { [field in FoundField]?: Value | Cover };

export function fitted({ body, given, leftOut }: Found): Fitted {
  refuseUnusable(body, given);
  const kept: Kept = {};
  const missing = new Set<LeftOut>(leftOut);
  for (const field of FOUND_FIELDS) {
    const value = given[field];
    if (value === undefined || isBlank(value)) continue;
    const fit = fittingValue(field, value);
    if (fit !== null) kept[field] = fit;
    if (fit === null || countOf(fit) < wished(field, value)) missing.add(field);
  }
  const content = workingContentFrom({ headline: '', ...kept, body_md: body });
  return { content, leftOut: LEFT_OUT.filter((each) => missing.has(each)) };
}

function refuseUnusable(body: string, { headline }: Found['given']): void {
  if (body.trim() === '' && isBlank(headline ?? ''))
    throw refusal('There is no text in this file. Choose another file.');
  const length = [...body].length;
  if (length <= PIECE_LIMITS.bodyMd) return;
  const [is, most] = [length, PIECE_LIMITS.bodyMd].map((number) =>
    number.toLocaleString(SITE_LOCALE),
  );
  throw refusal(
    `The text is ${is} characters long, but a piece can have at most ${most}. Split it into parts and import each ` +
      'one.',
  );
}

const isBlank = (value: Value) => [value].flat().every((each) => each.trim() === '');

const CHECKS = valuesFor(FOUND_FIELDS, (field) =>
  checkerOf(Type.Object({ [field]: savedFields[field] })),
);

function fits(field: FoundField, value: Value | Cover): boolean {
  try {
    CHECKS[field]({ [field]: value });
    return true;
  } catch (error) {
    if (error instanceof Problem) return false;
    throw error;
  }
}

function fittingValue(field: FoundField, value: Value): Value | Cover | null {
  if (field === 'image') return fittingCover(value);
  if (field !== 'tags') return fitting(field, value);
  const tags = fittingTags(value);
  return tags.length > 0 ? tags : null;
}

const countOf = (fit: Value | Cover) => (Array.isArray(fit) ? fit.length : 1);

function fitting(field: FoundField, value: Value): string | null {
  const given = typeof value === 'string' ? value : '';
  const ours = field === 'locale' ? given.replaceAll('_', '-') : given.toLowerCase();
  return [given, ours].find((each) => each !== '' && fits(field, each)) ?? null;
}

/** A cover in a downloaded piece has alternative text; other tools have only a URL. */
function fittingCover(value: Value): Cover | null {
  const given = typeof value === 'string' ? value : '';
  const { url = '', alt = '', caption = null } = wordsIn(given) ?? { url: given };
  const cover = { url, alt, caption };
  return fits('image', cover) ? cover : null;
}

/** Returns null if the text only looks like JSON, such as a template of another tool. */
function wordsIn(text: string): Partial<Cover> | null {
  if (!text.startsWith('{')) return null;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const tagsOf = (value: Value) =>
  [
    ...new Set((typeof value === 'string' ? value.split(',') : value).map((tag) => tag.trim())),
  ].filter((tag) => tag !== '');

const fittingTags = (value: Value) =>
  tagsOf(value)
    .filter((tag) => fits('tags', [tag]))
    .slice(0, PIECE_LIMITS.tags);

const wished = (field: FoundField, value: Value) => (field === 'tags' ? tagsOf(value).length : 0);
