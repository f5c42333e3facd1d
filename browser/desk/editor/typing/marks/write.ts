// Writes units as Markdown: puts marks around each stretch of a format, at places where Markdown recognises them.

import {
  type Format,
  type Group,
  isGroup,
  type Letters,
  lettersOf,
  MARKS,
  type Unit,
} from './units.ts';

/** A part of the output: a mark, or text with the unit that it came from. */
export interface Part {
  readonly text: string;
  readonly of?: Letters;
}

/** Which format is the outer one if two begin at the same place. */
export type Outer = Format | 'longest';

interface Around {
  /** The characters before and after, empty at the ends of a line. */
  readonly before: string;
  readonly after: string;
  /** Whether a mark at the very start or end would break the marks around it. */
  readonly isFixed?: readonly [boolean, boolean];
}

const SPACE = /^\s*$/;
const PUNCTUATION = /^[\p{P}\p{S}]$/u;

const isSpace = (unit: Unit | undefined) =>
  unit !== undefined && !isGroup(unit) && SPACE.test(unit.text);

const has = (unit: Unit, format: Format): boolean => {
  if (!isGroup(unit)) return unit.formats.has(format);
  const letters = lettersOf(unit.units).filter((each) => !isSpace(each));
  return letters.length > 0 && letters.every(({ formats }) => formats.has(format));
};

export function write(
  units: readonly Unit[],
  around: Around,
  formats: readonly Format[],
  outer: Outer,
): Part[] {
  const parts: Part[] = [];
  for (let at = 0; at < units.length; ) {
    const before = lastSign(units[at - 1]) ?? around.before;
    const best = stretch(units, at, formats, outer);
    const { start, end } = best
      ? marked(units, at, best.end, { ...around, before })
      : { start: at, end: at };
    if (!best || start > at || start >= end) {
      // The unit is in no stretch, or in one that can't begin here.
      const unit = units[at];
      if (unit)
        parts.push(
          ...single(unit, { before, after: signAt(units, at + 1, around) }, formats, outer),
        );
      at += 1;
      continue;
    }
    const rest = formats.filter((format) => format !== best.format);
    const inner = { before, after: signAt(units, end, around) };
    const mark = { text: MARKS[best.format] };
    parts.push(mark, ...write(units.slice(start, end), inner, rest, outer), mark);
    at = end;
  }
  return parts;
}

const signAt = (units: readonly Unit[], at: number, { after }: Around) =>
  firstSign(units[at]) ?? after;

function single(unit: Unit, around: Around, formats: readonly Format[], outer: Outer): Part[] {
  if (!isGroup(unit)) return [{ text: unit.text, of: unit }];
  const { open, close } = unit;
  // Next to a letter, `~~` is a mark only if no other mark is on its inside.
  const isStruck = open.startsWith('~');
  const isFixed = [
    isStruck && isInWord(around.before),
    isStruck && isInWord(around.after),
  ] as const;
  const inside = { before: open || around.before, after: close || around.after, isFixed };
  return [{ text: open }, ...write(unit.units, inside, formats, outer), { text: close }];
}

const isInWord = (sign: string) => !SPACE.test(sign) && !PUNCTUATION.test(sign);

/** The format with the longest stretch from here, or the one that must be the outer one. */
function stretch(units: readonly Unit[], at: number, formats: readonly Format[], outer: Outer) {
  let best: { format: Format; end: number } | null = null;
  for (const format of formats) {
    const end = endOf(units, at, format);
    if (end === at) continue;
    if (format === outer) return { format, end };
    if (end > (best?.end ?? at)) best = { format, end };
  }
  const other = formats.find((format) => format !== best?.format);
  if (!best || !other) return best;
  return { ...best, end: uncrossed(units, at, best.end, other) };
}

function endOf(units: readonly Unit[], at: number, format: Format): number {
  let end = at;
  for (let unit = units[end]; unit && has(unit, format); unit = units[end]) end += 1;
  return end;
}

/** Formats can't cross: a stretch ends early if the other format begins inside it and ends later. */
function uncrossed(units: readonly Unit[], at: number, end: number, other: Format): number {
  for (let start = at + 1; start < end; start += 1) {
    const unit = units[start];
    if (unit && has(unit, other) && endOf(units, start, other) > end) return start;
  }
  return end;
}

/** The part of a stretch that marks can enclose: without spaces at its ends or punctuation next to a letter outside. */
function marked(units: readonly Unit[], from: number, to: number, around: Around) {
  let [start, end] = [from, to];
  while (start < end && !canBegin(units, start, around)) start += 1;
  while (start < end && !canEnd(units, end, around)) end -= 1;
  return { start, end };
}

function canBegin(units: readonly Unit[], at: number, { before, isFixed }: Around): boolean {
  if (at === 0 && isFixed?.[0]) return false;
  const sign = firstSign(units[at]) ?? '';
  const last = lastSign(units[at - 1]) ?? before;
  return (
    !SPACE.test(sign) && (!PUNCTUATION.test(sign) || SPACE.test(last) || PUNCTUATION.test(last))
  );
}

function canEnd(units: readonly Unit[], end: number, { after, isFixed }: Around): boolean {
  if (end === units.length && isFixed?.[1]) return false;
  const sign = lastSign(units[end - 1]) ?? '';
  const next = firstSign(units[end]) ?? after;
  return (
    !SPACE.test(sign) && (!PUNCTUATION.test(sign) || SPACE.test(next) || PUNCTUATION.test(next))
  );
}

const firstSign = (unit: Unit | undefined): string | undefined =>
  unit && Array.from(isGroup(unit) ? unit.open || textOf(unit) : unit.text)[0];

const lastSign = (unit: Unit | undefined): string | undefined =>
  unit && Array.from(isGroup(unit) ? unit.close || textOf(unit) : unit.text).at(-1);

const textOf = (group: Group) =>
  lettersOf(group.units)
    .map(({ text }) => text)
    .join('');
