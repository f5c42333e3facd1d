// Finds the quotations that are open before a position, and decides whether a mark there opens another.

import type { Style } from './quotes.ts';

export type Level = 'outer' | 'inner';

const OPENING_TAG = /<[a-z][a-z0-9-]*(?:\s[^<>]*)?>$/i;

/** Whether a quotation mark here opens a quotation: at a line's start, or after a space, a bracket or a dash. */
export function opens(before: string, style: Style): boolean {
  const bare = before.replace(/[*_~]+$/, '');
  const last = bare.at(-1) ?? '';
  if (last === '' || /[\s([{¡¿/–—-]/.test(last) || OPENING_TAG.test(bare)) return true;
  const { outer, inner } = style.quotes;
  const isOpening = [outer[0], inner[0]].some((sign) => sign.trim() === last);
  if (!isOpening) return false;
  // If the same mark opens and closes, the text before it decides.
  const isBoth = [outer[1], inner[1]].some((sign) => sign.trim() === last);
  return !isBoth || opens(bare.slice(0, -1), style);
}

/** The open quotations, the outermost first. */
export function openLevels(before: string, style: Style): Level[] {
  const levels: Level[] = [];
  for (const { index, 0: sign } of before.matchAll(/[“”„‘’‚«»‹›]/g)) {
    const level = levelOf(sign, style);
    if (level === null) continue;
    const isInWord =
      /^\p{L}/u.test(before.slice(index + 1)) && /\p{L}$/u.test(before.slice(0, index));
    const isOpening = style.quotes[level][0].trim() === sign;
    const isClosing = style.quotes[level][1].trim() === sign;
    if (isOpening && (!isClosing || opens(before.slice(0, index), style))) levels.push(level);
    else if (isClosing && !isInWord && levels.at(-1) === level) levels.pop();
  }
  return levels;
}

function levelOf(sign: string, { quotes }: Style): Level | null {
  const has = (level: Level) => quotes[level].some((each) => each.trim() === sign);
  if (has('outer')) return 'outer';
  return has('inner') ? 'inner' : null;
}
