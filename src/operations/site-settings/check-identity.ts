// Checks the site's identity as an admin enters it: its shape, and whether its colours are readable.

import { type FieldError, Problem } from '../../errors.ts';
import {
  contrastOf,
  isReadable,
  LEAST_CONTRAST,
  readableAccent,
  type Theme,
} from '../../schemas/identity/accent.ts';
import { SITE_IMAGES, SiteIdentity } from '../../schemas/identity/identity.ts';
import { isBlank } from '../../schemas/text.ts';
import { CATEGORIES, type Category } from '../../schemas/vocabulary.ts';
import { checkerOf } from '../../validation.ts';

const check = checkerOf(SiteIdentity);

const COLOURS = [
  ['accent', 'light'],
  ['accent_dark', 'dark'],
] as const;

export function checkIdentity(given: unknown): SiteIdentity {
  const said = check(given);
  const errors = COLOURS.flatMap(([field, theme]) => colourErrors(field, said[field], theme));
  if (errors.length > 0) throw new Problem('invalid_input', { errors });
  return said;
}

function colourErrors(field: string, colour: string | null | undefined, theme: Theme) {
  if (!colour || isReadable(colour, theme)) return [];
  const found = Math.floor(contrastOf(colour, theme) * 10) / 10;
  const reason =
    `${colour} is hard to read on ${theme} pages: its contrast is ${found}, but it must be at least ` +
    `${LEAST_CONTRAST}. The nearest colour that works is ${readableAccent(colour.toLowerCase(), theme)}.`;
  const error: FieldError = { field, reason };
  return [error];
}

const TEXTS = [
  ...(['name', 'tagline', 'description', 'accent', 'accent_dark'] as const),
  ...Object.values(SITE_IMAGES),
];

export function tidied(said: SiteIdentity): SiteIdentity {
  const { header_links, footer_links, categories } = said;
  const texts = TEXTS.map((field) => [field, oneLine(said[field] ?? '')] as const);
  return {
    ...Object.fromEntries(texts.filter(([, text]) => !isBlank(text))),
    ...(header_links?.length && { header_links }),
    ...(footer_links?.length && { footer_links }),
    ...(categories &&
      categories.join() !== CATEGORIES.join() && { categories: unique(categories) }),
  };
}

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim();

const unique = (categories: readonly Category[]) => [...new Set(categories)];
