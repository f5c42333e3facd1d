// The stairs of the drawing: the path of each request, with a numbered stop at each file that it passes through.

import type { House } from './house.ts';
import type { Band } from './places.ts';
import type { Way } from './ways.ts';

export interface Passed {
  readonly number: number;
  readonly name: string;
  readonly floor: number;
}

interface Stop extends Passed {
  readonly y: number;
}

export interface Stair {
  readonly way: Way;
  readonly x: number;
  readonly label: { readonly x: number; readonly y: number; readonly anchor: 'start' | 'end' };
  readonly stops: readonly Stop[];
}

const LEFT = 30;
const RIGHT = 314;
const APART = 152;
const STOP = 18;
const LABEL = 22;

export const passedBy = ({ files }: Way, { rooms, roomOfFile }: House): Passed[] =>
  files.map((file, at) => {
    const name = roomOfFile(file);
    const room = rooms.find((each) => each.name === name);
    if (!room) throw new Error(`architecture/drawing/ways.ts names ${file}, which is not there.`);
    return { number: at + 1, name: file.split('/').at(-1) ?? file, floor: room.floor };
  });

/** Labels are stacked, because they are wider than the stairs; the last ends where the rooms begin. */
export function stairsOf(
  ways: readonly Way[],
  passed: readonly (readonly Passed[])[],
  bands: readonly Band[],
): Stair[] {
  return ways.map((way, at): Stair => {
    const x = LEFT + at * APART;
    const stops = bands.flatMap((band) => stopsIn(band, passed[at] ?? []));
    const top = bands.find(({ floor }) => floor === stops[0]?.floor)?.y ?? 0;
    const others = ways.length - 1 - at;
    const y = top - 12 - others * LABEL;
    const label: Stair['label'] =
      others > 0 ? { x: x - 9, y, anchor: 'start' } : { x: RIGHT, y, anchor: 'end' };
    return { way, x, label, stops };
  });
}

function stopsIn({ y, height, floor }: Band, passed: readonly Passed[]): Stop[] {
  const here = passed.filter((stop) => stop.floor === floor);
  const first = y + height / 2 - ((here.length - 1) * STOP) / 2;
  return here.map((stop, row) => ({ ...stop, y: Math.round(first + row * STOP) }));
}
