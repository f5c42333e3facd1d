// The fewest changes that make one list of texts another, by Myers' greedy algorithm.

/** The items of the old list from `start` to `end` give way to those of the new one from `from` to `to`. */
export interface ListEdit {
  readonly start: number;
  readonly end: number;
  readonly from: number;
  readonly to: number;
}

/**
 * In order, none touching the next; null where there are more changes than `most`, an item that goes and one
 * that comes being two. Items are compared as numbers: one list may have tens of thousands that are alike, and
 * everything below is done again and again for each.
 */
export function shortestEdits(
  old: readonly string[],
  now: readonly string[],
  most: number,
): ListEdit[] | null {
  const [one, two] = numbered(old, now);
  const head = commonLength(one, two, (at) => at);
  const tail = commonLength(
    one.subarray(head),
    two.subarray(head),
    (at, list) => list.length - 1 - at,
  );
  const [before, after] = [one, two].map((list) => list.subarray(head, list.length - tail));
  if (!before || !after || fewestChanges(before, after) > most) return null;
  const kept = keptItems(before, after, most);
  return kept && editsAround(kept, head);
}

/** The same number for the same text. */
function numbered(...lists: (readonly string[])[]): [Int32Array, Int32Array] {
  const numbers = new Map<string, number>();
  const [one, two] = lists.map((list) =>
    Int32Array.from(list, (text) => {
      const known = numbers.get(text) ?? numbers.size;
      numbers.set(text, known);
      return known;
    }),
  );
  return [one ?? new Int32Array(), two ?? new Int32Array()];
}

function commonLength(
  one: Int32Array,
  two: Int32Array,
  place: (at: number, list: Int32Array) => number,
): number {
  const most = Math.min(one.length, two.length);
  let length = 0;
  while (length < most && one[place(length, one)] === two[place(length, two)]) length += 1;
  return length;
}

/** What only one of them has goes or comes, wherever the rest is. */
function fewestChanges(before: Int32Array, after: Int32Array): number {
  const counts = new Map<number, number>();
  for (const item of before) counts.set(item, (counts.get(item) ?? 0) + 1);
  for (const item of after) counts.set(item, (counts.get(item) ?? 0) - 1);
  let sum = 0;
  for (const count of counts.values()) sum += Math.abs(count);
  return sum;
}

interface Kept {
  readonly before: Uint8Array;
  readonly after: Uint8Array;
}

/** Whether the furthest way to a diagonal comes from the one above it, by something new. */
const comesFromAbove = (diagonal: number, changes: number, left: number, right: number) =>
  diagonal === -changes || (diagonal !== changes && left < right);

/** How far each diagonal is reached with each number of changes, and from there the way back. */
function keptItems(before: Int32Array, after: Int32Array, most: number): Kept | null {
  const furthest = new Int32Array(2 * most + 3);
  const middle = most + 1;
  const trace: Int32Array[] = [];
  for (let changes = 0; changes <= most; changes += 1) {
    for (let diagonal = -changes; diagonal <= changes; diagonal += 2) {
      const left = furthest[middle + diagonal - 1] ?? 0;
      const right = furthest[middle + diagonal + 1] ?? 0;
      const start = comesFromAbove(diagonal, changes, left, right) ? right : left + 1;
      const reached = alikeFrom(before, after, start, diagonal);
      furthest[middle + diagonal] = reached;
      if (reached >= before.length && reached - diagonal >= after.length) {
        return wayBack(trace, before.length, after.length);
      }
    }
    trace.push(furthest.slice(middle - changes, middle + changes + 1));
  }
  return null;
}

function alikeFrom(before: Int32Array, after: Int32Array, start: number, diagonal: number): number {
  const end = Math.min(before.length, after.length + diagonal);
  let x = start;
  while (x < end && before[x] === after[x - diagonal]) x += 1;
  return x;
}

function wayBack(trace: readonly Int32Array[], oldLength: number, newLength: number): Kept {
  const kept = { before: new Uint8Array(oldLength), after: new Uint8Array(newLength) };
  let [x, y] = [oldLength, newLength];
  const keepTo = (startX: number, startY: number) => {
    while (x > startX && y > startY) {
      x -= 1;
      y -= 1;
      kept.before[x] = 1;
      kept.after[y] = 1;
    }
  };
  for (let changes = trace.length; changes > 0; changes -= 1) {
    const diagonal = x - y;
    // The diagonals that one change less reached begin with -(changes - 1).
    const at = diagonal + changes - 1;
    const [left = 0, right = 0] = [trace[changes - 1]?.[at - 1], trace[changes - 1]?.[at + 1]];
    const isFromAbove = comesFromAbove(diagonal, changes, left, right);
    const [startX, startY] = isFromAbove
      ? [right, right - diagonal - 1]
      : [left, left - diagonal + 1];
    keepTo(startX, startY);
    [x, y] = [startX, startY];
  }
  keepTo(0, 0);
  return kept;
}

function editsAround({ before, after }: Kept, head: number): ListEdit[] {
  const edits: ListEdit[] = [];
  let [x, y] = [0, 0];
  while (x < before.length || y < after.length) {
    const [start, from] = [x, y];
    while (x < before.length && before[x] === 0) x += 1;
    while (y < after.length && after[y] === 0) y += 1;
    if (x > start || y > from) {
      edits.push({ start: start + head, end: x + head, from: from + head, to: y + head });
    }
    while (before[x] === 1 && after[y] === 1) {
      x += 1;
      y += 1;
    }
  }
  return edits;
}
