// Merges two texts that were made from a common one (a three-way merge), paragraph by paragraph.

import {
  applied,
  type Edit,
  editsBetween,
  oneByOne,
  type Paragraph,
  paragraphsOf,
  textOf,
} from './paragraphs.ts';

interface Agreed {
  readonly kind: 'agreed';
  readonly paragraphs: readonly Paragraph[];
}

export interface Collision {
  readonly kind: 'collision';
  readonly mine: readonly Paragraph[];
  readonly theirs: readonly Paragraph[];
}

export type MergedPart = Agreed | Collision;

export type Side = 'mine' | 'theirs' | 'both';

/**
 * Three-way merge. Without a base, every difference is a collision. Paragraphs that both sides added in one place are
 * all kept, equal ones only once.
 */
export function merge(base: string | null, mine: string, theirs: string): MergedPart[] {
  if (mine === theirs || theirs === base) return agreed(paragraphsOf(mine));
  if (mine === base) return agreed(paragraphsOf(theirs));
  const [my, their] = [paragraphsOf(mine), paragraphsOf(theirs)];
  if (base === null) return withoutBase(my, their);
  const old = paragraphsOf(base);
  const [myEdits, theirEdits] = [singleEdits(old, my), singleEdits(old, their)];
  if (!myEdits || !theirEdits) return [{ kind: 'collision', mine: my, theirs: their }];
  return joined(regionsOf(myEdits, theirEdits), unchanged(old, my, myEdits));
}

/** Paragraphs replaced one by one become separate edits, so that fewer of them collide. */
const singleEdits = (old: readonly Paragraph[], now: readonly Paragraph[]) =>
  editsBetween(old, now)?.flatMap(oneByOne) ?? null;

export const isClean = (parts: readonly MergedPart[]) =>
  parts.every(({ kind }) => kind === 'agreed');

export function resolved(parts: readonly MergedPart[], sides: readonly Side[]): string {
  let collisions = 0;
  const paragraphs = parts.flatMap((part) => {
    if (part.kind === 'agreed') return part.paragraphs;
    const side = sides[collisions] ?? 'both';
    collisions += 1;
    return side === 'both' ? [...part.theirs, ...part.mine] : part[side];
  });
  return textOf(paragraphs);
}

const agreed = (paragraphs: readonly Paragraph[]): MergedPart[] =>
  paragraphs.length > 0 ? [{ kind: 'agreed', paragraphs }] : [];

function withoutBase(mine: Paragraph[], theirs: Paragraph[]): MergedPart[] {
  const edits = editsBetween(theirs, mine) ?? [{ start: 0, end: theirs.length, insert: mine }];
  const parts: MergedPart[] = [];
  let at = 0;
  for (const { start, end, insert } of edits) {
    parts.push(...agreed(theirs.slice(at, start)));
    parts.push({ kind: 'collision', mine: insert, theirs: theirs.slice(start, end) });
    at = end;
  }
  return [...parts, ...agreed(theirs.slice(at))];
}

/** Edits that can't be applied independently of each other, and their range in the old text. */
interface Region {
  start: number;
  end: number;
  mine: Edit[];
  theirs: Edit[];
}

/** Insertions in the same place don't overlap, nor does an insertion at the edge of the other side's change. */
const overlaps = (region: Region, { start, end }: Edit) =>
  start < region.end && end > region.start && !(start === end && start === region.start);

/** Insertions come before changes of the same place, and the other side's insertions before mine. */
function regionsOf(mine: readonly Edit[], theirs: readonly Edit[]): Region[] {
  const all = [
    ...theirs.map((edit) => ({ edit, side: 'theirs' as const })),
    ...mine.map((edit) => ({ edit, side: 'mine' as const })),
  ].sort((one, two) => one.edit.start - two.edit.start || one.edit.end - two.edit.end);
  const regions: Region[] = [];
  for (const { edit, side } of all) {
    const last = regions.at(-1);
    const isSamePlace = last?.start === edit.start && last.end === edit.end;
    const region =
      last && (overlaps(last, edit) || isSamePlace)
        ? last
        : { start: edit.start, end: edit.end, mine: [], theirs: [] };
    if (region !== last) regions.push(region);
    region[side].push(edit);
    region.end = Math.max(region.end, edit.end);
  }
  return regions;
}

/** Old paragraphs that I haven't changed, with the line ends of my text. */
function unchanged(old: readonly Paragraph[], mine: readonly Paragraph[], edits: readonly Edit[]) {
  const kept = [...old];
  let [at, shift] = [0, 0];
  for (const { start, end, insert } of [
    ...edits,
    { start: old.length, end: old.length, insert: [] },
  ]) {
    for (; at < start; at += 1) kept[at] = mine[at + shift] ?? kept[at] ?? { text: '', gap: '' };
    at = end;
    shift += insert.length - (end - start);
  }
  return kept;
}

function joined(regions: readonly Region[], old: readonly Paragraph[]): MergedPart[] {
  const parts: MergedPart[] = [];
  let at = 0;
  for (const region of regions) {
    parts.push(...agreed(old.slice(at, region.start)), ...partsOf(region, old));
    at = region.end;
  }
  return [...parts, ...agreed(old.slice(at))];
}

function partsOf(region: Region, old: readonly Paragraph[]): MergedPart[] {
  const { start, end, mine, theirs } = region;
  const [my, their] = [applied(mine, old, start, end), applied(theirs, old, start, end)];
  if (theirs.length === 0) return agreed(my);
  if (mine.length === 0) return agreed(their);
  const head = commonHead(my, their);
  const tail = commonHead(my.slice(head).reverse(), their.slice(head).reverse());
  const [myRest, theirRest] = [my, their].map((side) => side.slice(head, side.length - tail));
  const rest: MergedPart[] =
    start === end || !myRest || !theirRest || myRest.length + theirRest.length === 0
      ? agreed([...(theirRest ?? []), ...(myRest ?? [])])
      : [{ kind: 'collision', mine: myRest, theirs: theirRest }];
  return [...agreed(my.slice(0, head)), ...rest, ...agreed(my.slice(my.length - tail))];
}

function commonHead(one: readonly Paragraph[], two: readonly Paragraph[]): number {
  const most = Math.min(one.length, two.length);
  let length = 0;
  while (length < most && one[length]?.text === two[length]?.text) length += 1;
  return length;
}
