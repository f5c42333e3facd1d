/** Text direction of a language, and of a text. */

type Direction = 'ltr' | 'rtl';

const RIGHT_TO_LEFT = new Set([
  ...['Adlm', 'Arab', 'Hebr', 'Mand', 'Mend', 'Nkoo', 'Rohg', 'Samr', 'Syrc', 'Thaa'],
]);

const MOST_KEPT = 1_000;

/** Results are cached, because every headline of every list needs its direction, which is expensive to compute. */
const known = new Map<string, Direction>();

/** Left to right if the language tag is invalid. */
export function directionOf(locale: string): Direction {
  const before = known.get(locale);
  if (before) return before;
  const direction = found(locale);
  if (known.size >= MOST_KEPT) known.clear();
  known.set(locale, direction);
  return direction;
}

const STRONG = /\p{L}/gu;
const RIGHT_TO_LEFT_LETTER =
  /\p{Script=Arab}|\p{Script=Hebr}|\p{Script=Syrc}|\p{Script=Thaa}|\p{Script=Nkoo}|\p{Script=Adlm}/gu;

/** Direction of most letters; null for a text without letters. */
export function writtenDirection(text: string): Direction | null {
  const all = text.match(STRONG)?.length ?? 0;
  if (all === 0) return null;
  const toTheLeft = text.match(RIGHT_TO_LEFT_LETTER)?.length ?? 0;
  return toTheLeft * 2 > all ? 'rtl' : 'ltr';
}

function found(locale: string): Direction {
  try {
    const { script = '' } = new Intl.Locale(locale).maximize();
    return RIGHT_TO_LEFT.has(script) ? 'rtl' : 'ltr';
  } catch {
    return 'ltr';
  }
}
