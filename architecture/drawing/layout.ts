// The layout of the drawing: a place for each floor and room, in pixels.

import type { Arrow, House, Room } from './house.ts';
import { type Line, linesOf } from './lines.ts';
import type { Band, Box } from './places.ts';
import { type Passed, passedBy, type Stair, stairsOf } from './stairs.ts';
import type { Way } from './ways.ts';

export const WIDTH = 900;
export const LINE = 15;
export const PADDING = 10;
export const EDGE = 12;
const ROOMS_LEFT = 326;
const RIGHT = WIDTH - EDGE - 8;
const OUTSIDE_WIDTH = 92;
/** Space between floors, for arrows that lead sideways. */
const GAP = 30;
const BETWEEN = 12;
const NAME = 20;
/** Character widths: in a room's name, and in the names inside a room. */
const BOLD = 8.8;
const CHARACTER = 6.62;

export interface Layout {
  readonly height: number;
  readonly bands: readonly Band[];
  readonly boxes: readonly Box[];
  readonly lines: readonly Line[];
  readonly stairs: readonly Stair[];
}

export function layoutOf(house: House, ways: readonly Way[]): Layout {
  const passed = ways.map((way) => passedBy(way, house));
  const highest = Math.max(...passed.flat().map(({ floor }) => floor));
  const bands: Band[] = [];
  const boxes: Box[] = [];
  let y = EDGE;
  for (const floor of new Set(house.rooms.map((room) => room.floor).sort((a, b) => b - a))) {
    const row = rowOf(house.rooms.filter((room) => room.floor === floor));
    const height = heightOf(row, passed, floor);
    // The heading takes the space on the left above the first stop.
    bands.push({ x: floor > highest ? ROOMS_LEFT - 8 : EDGE, y, height, floor });
    for (const each of row) {
      boxes.push({ ...each, y: y + 4, height: height - 8, note: noteOn(each.room, house) });
    }
    y += height + GAP;
  }
  const drawn = house.arrows.filter(({ to }) => !isCommon(to, house));
  return {
    height: y - GAP + EDGE,
    bands,
    boxes,
    lines: linesOf(drawn, boxes),
    stairs: stairsOf(ways, passed, bands),
  };
}

function heightOf(
  row: readonly Pick<Box, 'inside'>[],
  passed: readonly (readonly Passed[])[],
  floor: number,
): number {
  const inside = row.map((box) => NAME + box.inside.length * LINE);
  const stops = passed.map((way) => way.filter((stop) => stop.floor === floor).length * 18);
  return Math.max(...inside, ...stops) + 2 * PADDING + 2;
}

/** A room that half of the others use has a note instead of arrows. */
const isCommon = (room: Room, house: House) =>
  usersOf(room, house).length >= (house.rooms.length - 1) / 2;

const usersOf = (room: Room, { arrows }: House): string[] =>
  arrows.filter(({ to }: Arrow) => to === room).map(({ from }) => from.name);

function noteOn(room: Room, house: House): string {
  if (!isCommon(room, house)) return '';
  const users = usersOf(room, house);
  const others = house.rooms.map(({ name }) => name).filter((name) => !users.includes(name));
  const without = others.filter((name) => name !== room.name);
  return without.length < users.length / 2
    ? `used by every room but ${without.sort().join(', ')}`
    : `used by ${users.sort().join(', ')}`;
}

type Placed = Pick<Box, 'room' | 'x' | 'width' | 'inside'>;

/** The rooms of a floor from left to right, the largest first; those outside the service are on the right. */
function rowOf(rooms: readonly Room[]): Placed[] {
  const own = rooms.filter(({ isInService }) => isInService);
  const outside = rooms.filter(({ isInService }) => !isInService);
  const right = outside.length > 0 ? RIGHT - OUTSIDE_WIDTH - BETWEEN : RIGHT;
  const sorted = own.toSorted((one, other) => other.files - one.files);
  const widths = widthsFor(sorted, right - ROOMS_LEFT);
  let x = ROOMS_LEFT;
  const row = sorted.map((room, at): Placed => {
    const [left, width] = [x, widths[at] ?? 0];
    x += width + BETWEEN;
    return { room, x: left, width, inside: wrapped(room.inside, width) };
  });
  const [x0, width] = [RIGHT - OUTSIDE_WIDTH, OUTSIDE_WIDTH];
  return [
    ...row,
    ...outside.map((room) => ({ room, x: x0, width, inside: wrapped(room.inside, width) })),
  ];
}

/** Each room gets space for its name; the remaining width is shared out by the number of folders inside. */
function widthsFor(rooms: readonly Room[], whole: number): number[] {
  const least = rooms.map(({ name }) => name.length * BOLD + 2 * PADDING);
  const spare = least.reduce((left, each) => left - each - BETWEEN, whole + BETWEEN);
  const folders = rooms.reduce((sum, { inside }) => sum + inside.length, 0);
  return rooms.map(({ inside }, at) => {
    const share = folders > 0 ? inside.length / folders : 1 / rooms.length;
    return Math.round((least[at] ?? 0) + spare * share);
  });
}

function wrapped(names: readonly string[], width: number): string[] {
  const most = Math.floor((width - 2 * PADDING) / CHARACTER);
  const lines: string[] = [];
  for (const name of names) {
    const longer = `${lines.at(-1) ?? ''} ${name}`.trim();
    if (lines.length > 0 && longer.length <= most) lines[lines.length - 1] = longer;
    else lines.push(name);
  }
  return lines;
}
