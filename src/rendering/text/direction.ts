/** Which way a language is written. */

type Direction = 'ltr' | 'rtl';

const RIGHT_TO_LEFT = new Set([
  'Adlm',
  'Arab',
  'Hebr',
  'Mand',
  'Mend',
  'Nkoo',
  'Rohg',
  'Samr',
  'Syrc',
  'Thaa',
]);

const MOST_KEPT = 1_000;

/** Asked for with every headline of every list, and dear to find out. */
const known = new Map<string, Direction>();

/** Of a BCP 47 tag; what is none is taken to be written like most. */
export function directionOf(locale: string): Direction {
  const before = known.get(locale);
  if (before) return before;
  const direction = found(locale);
  if (known.size >= MOST_KEPT) known.clear();
  known.set(locale, direction);
  return direction;
}

function found(locale: string): Direction {
  try {
    const { script = '' } = new Intl.Locale(locale).maximize();
    return RIGHT_TO_LEFT.has(script) ? 'rtl' : 'ltr';
  } catch {
    return 'ltr';
  }
}
