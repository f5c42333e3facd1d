// The arrows of the drawing as lines: each ends at a separate point above its target.

import type { Arrow, Room } from './house.ts';
import type { Box } from './places.ts';

export interface Line {
  readonly arrow: Arrow;
  readonly path: string;
  readonly isToNextFloor: boolean;
}

/** Lines keep this distance, so that none looks like the end of another. */
const APART = 8;
const TURN = 9;

/** Arrows to the next floor come first, so that they have the best places. */
export function linesOf(arrows: readonly Arrow[], boxes: readonly Box[]): Line[] {
  const taken: number[] = [];
  const turns = new Map<number, number>();
  const sorted = arrows.toSorted((one, other) => floorsOf(one) - floorsOf(other));
  return sorted.flatMap((arrow): Line[] => {
    const [from, to] = [boxOf(boxes, arrow.from), boxOf(boxes, arrow.to)];
    if (!from || !to) return [];
    const x = freePlace(to, from, taken);
    taken.push(x);
    const start = Math.round(Math.min(Math.max(x, leftOf(from)), rightOf(from)));
    const bottom = from.y + from.height;
    // Lines that turn in the same gap turn at different heights.
    const turn = turns.get(bottom) ?? bottom + TURN;
    if (start !== x) turns.set(bottom, turn + TURN);
    const sideways = start === x ? '' : `V${turn}H${x}`;
    const path = `M${start} ${bottom}${sideways}V${to.y - 1}`;
    return [{ arrow, path, isToNextFloor: floorsOf(arrow) === 1 }];
  });
}

const floorsOf = ({ from, to }: Arrow) => from.floor - to.floor;

const boxOf = (boxes: readonly Box[], room: Room) => boxes.find((box) => box.room === room);

const leftOf = ({ x }: Box) => x + APART;
const rightOf = ({ x, width }: Box) => x + width - APART;

/** An unused point above the target; directly below the source if the two boxes overlap. */
function freePlace(to: Box, from: Box, taken: readonly number[]): number {
  const [left, right] = [Math.max(leftOf(to), leftOf(from)), Math.min(rightOf(to), rightOf(from))];
  const [least, most] = left <= right ? [left, right] : [leftOf(to), rightOf(to)];
  const middle = Math.round((least + most) / 2);
  const isFree = (x: number) => taken.every((other) => Math.abs(other - x) >= APART);
  for (let by = 0; by <= (most - least) / 2; by += 2) {
    for (const x of [middle + by, middle - by]) if (isFree(x)) return x;
  }
  return middle;
}
