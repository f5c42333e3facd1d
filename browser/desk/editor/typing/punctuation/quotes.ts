// The quotation marks of each language: an outer pair, typed with `"`, and an inner pair.

import { elisionsOf } from './elisions.ts';

interface Quotes {
  /** Pairs of opening and closing marks. */
  readonly outer: readonly [string, string];
  readonly inner: readonly [string, string];
}

const marks = (signs: string): Quotes => {
  const [a = '', b = '', c = '', d = ''] = signs.split(' ');
  return { outer: [a, b], inner: [c, d] };
};

const NARROW = '\u202f';
const FRENCH: Quotes = { outer: [`«${NARROW}`, `${NARROW}»`], inner: ['“', '”'] };
const ENGLISH = marks('“ ” ‘ ’');
const GERMAN = marks('„ “ ‚ ‘');
const SWISS = marks('« » ‹ ›');
const NORDIC = marks('” ” ’ ’');
const LATIN = marks('« » “ ”');

/** Marks by language, or by language and region if a region differs. Null means that typed marks stay as they are. */
const BY_LANGUAGE: { readonly [locale: string]: Quotes | null } = {
  en: ENGLISH,
  af: ENGLISH,
  ko: ENGLISH,
  nl: ENGLISH,
  pt: ENGLISH,
  tr: ENGLISH,
  'pt-pt': LATIN,
  de: GERMAN,
  'de-ch': SWISS,
  'de-li': SWISS,
  bg: marks('„ “ ’ ’'),
  cs: GERMAN,
  et: marks('„ “ « »'),
  is: GERMAN,
  lt: GERMAN,
  sk: GERMAN,
  sl: GERMAN,
  sr: marks('„ ” ’ ’'),
  hr: marks('„ ” ‘ ’'),
  hu: marks('„ ” » «'),
  pl: marks('„ ” « »'),
  ro: marks('„ ” « »'),
  fr: FRENCH,
  'fr-ch': { outer: FRENCH.outer, inner: ['‹', '›'] },
  ca: LATIN,
  el: LATIN,
  es: LATIN,
  'es-419': ENGLISH,
  'es-mx': ENGLISH,
  'es-us': ENGLISH,
  eu: LATIN,
  gl: LATIN,
  it: LATIN,
  'it-ch': SWISS,
  uk: LATIN,
  be: marks('« » „ “'),
  ru: marks('« » „ “'),
  nb: marks('« » ‘ ’'),
  nn: marks('« » ‘ ’'),
  no: marks('« » ‘ ’'),
  da: NORDIC,
  fi: NORDIC,
  sv: NORDIC,
  ja: null,
  yue: null,
  zh: null,
};

export interface Style {
  readonly quotes: Quotes;
  /** Whether a space comes before `;`, `:`, `!` and `?`, and inside quotation marks. */
  readonly isSpaced: boolean;
  /** Words that begin with an apostrophe, in lower case and without the apostrophe. */
  readonly elisions: ReadonlySet<string>;
}

/** Returns null for a language whose keyboards already have typographic marks, such as Japanese. */
export function styleFor(locale: string): Style | null {
  const parts = locale.trim().toLowerCase().split(/[-_]/);
  const [language = '', region = ''] = [parts[0], parts.at(-1)];
  const regional = BY_LANGUAGE[`${language}-${region}`];
  const quotes = regional === undefined ? BY_LANGUAGE[language] : regional;
  if (quotes === null) return null;
  return {
    ...{ quotes: quotes ?? ENGLISH, isSpaced: language === 'fr' },
    elisions: elisionsOf(language),
  };
}
