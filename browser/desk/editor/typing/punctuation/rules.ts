// The typographic replacement for a typed key: quotation marks, apostrophes, dashes, ellipses, French spaces.

import { elisionIn } from './elision-before.ts';
import { type Level, openLevels, opens } from './open-quotes.ts';
import type { Style } from './quotes.ts';

export interface Replacement {
  /** How many characters before the caret the replacement removes. */
  readonly removed: number;
  readonly insert: string;
  /** The keys that the replacement stands for, which Backspace restores. */
  readonly typed: string;
}

/** Returns null if the key is inserted as typed. `before` is the line up to the caret. */
export function replacementFor(before: string, key: string, style: Style): Replacement | null {
  const elided = elisionIn(before, key, style);
  if (elided === null) return signFor(before, key, style);
  const word = elided.slice(1);
  const mended = `${before.slice(0, -elided.length)}’${word}`;
  const isLast = key === "'";
  const sign = isLast ? '’' : (signFor(mended, key, style)?.insert ?? key);
  return { removed: elided.length, insert: `’${word}${sign}`, typed: `'${word}${key}` };
}

function signFor(before: string, key: string, style: Style): Replacement | null {
  if (key === '-') return dash(before);
  if (key === '.') return ellipsis(before);
  if (key === '"') return doubleQuote(before, style);
  if (key === "'") return singleQuote(before, style);
  return (
    apostropheBefore(before, key, style) ??
    speech(before, key) ??
    (style.isSpaced ? french(before, key) : null)
  );
}

/**
 * A dash for two or three hyphens, only after words: dividers, table rules, list marks and comments keep their hyphens.
 */
function dash(before: string): Replacement | null {
  if (before.endsWith('–')) return { removed: 1, insert: '—', typed: '---' };
  const isSecond = /(?:^|[^-])-$/.test(before) && !before.endsWith('<!-');
  const hasWords = /[^\s\-|:>*+#]/.test(before.slice(0, -1));
  return isSecond && hasWords ? { removed: 1, insert: '–', typed: '--' } : null;
}

/** Hyphens at the start of a line become a dash only when a word follows, since they could be a divider. */
function speech(before: string, key: string): Replacement | null {
  const [, hyphens, quote = ''] = /^[\s>]*(---?) ([“„«‘‚”’]?\u202f?)$/.exec(before) ?? [];
  if (!hyphens || !/[\p{L}\p{N}¿¡]/u.test(key)) return null;
  const rest = ` ${quote}${key}`;
  const removed = hyphens.length + rest.length - key.length;
  return { removed, insert: (hyphens === '--' ? '–' : '—') + rest, typed: hyphens + rest };
}

const ellipsis = (before: string): Replacement | null =>
  /(?:^|[^.])\.\.$/.test(before) ? { removed: 2, insert: '…', typed: '...' } : null;

function doubleQuote(before: string, style: Style): Replacement | null {
  const levels = openLevels(before, style);
  const inner = levels.at(-1);
  // In French a space comes before the closing mark, so the mark closes an open quotation even after a space.
  const isClosedAfterSpace = style.isSpaced && inner === 'outer' && before.endsWith(' ');
  // After a colon, the mark opens a quotation if none is open.
  const isValue = before.endsWith(':') && inner === undefined;
  if ((opens(before, style) || isValue) && !isClosedAfterSpace) {
    return quote(before, style, inner === 'outer' ? 'inner' : 'outer', 0, '"');
  }
  // After a digit, a straight mark means inches or seconds.
  if (/\d$/.test(before) && inner === undefined) return null;
  return quote(before, style, inner ?? 'outer', 1, '"');
}

function singleQuote(before: string, style: Style): Replacement | null {
  if (opens(before, style)) return quote(before, style, 'inner', 0, "'");
  const isInner = openLevels(before, style).at(-1) === 'inner';
  if (isInner) return quote(before, style, 'inner', 1, "'");
  // After a digit, a straight mark means feet or minutes.
  return /\d$/.test(before) ? null : { removed: 0, insert: '’', typed: "'" };
}

function quote(
  before: string,
  { quotes }: Style,
  level: Level,
  side: 0 | 1,
  typed: string,
): Replacement {
  const insert = quotes[level][side];
  const isSpaceThere = side === 1 && insert.length > 1 && before.endsWith(' ');
  return isSpaceThere ? { removed: 1, insert, typed: ` ${typed}` } : { removed: 0, insert, typed };
}

/** An apostrophe before a decade (’90s) or after a number (1990’s) is recognised only at the next key. */
function apostropheBefore(before: string, key: string, { quotes }: Style): Replacement | null {
  const last = before.at(-1);
  const isDecade =
    /^\d$/.test(key) && last === quotes.inner[0] && !/[\p{L}\p{N}]$/u.test(before.slice(0, -1));
  const isOfNumber = /^\p{L}$/u.test(key) && /\d'$/.test(before);
  if (!isDecade && !isOfNumber) return null;
  return { removed: 1, insert: `’${key}`, typed: `'${key}` };
}

const NARROW = '\u202f';
const WIDE = '\u00a0';

function french(before: string, key: string): Replacement | null {
  if (key === ' ' && before.endsWith(`«${NARROW}`)) return { removed: 0, insert: '', typed: ' ' };
  if (!/^[;:!?]$/.test(key) || !/[^\s] $/.test(before)) return null;
  return { removed: 1, insert: (key === ':' ? WIDE : NARROW) + key, typed: ` ${key}` };
}
