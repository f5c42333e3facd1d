/** The text direction of a language. */

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

/** A cache: needed for every headline of every list, and expensive to compute. */
const known = new Map<string, Direction>();

/** Of a BCP 47 tag; left to right if the tag is invalid. */
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
