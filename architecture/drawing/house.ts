// The data of the drawing: rooms on their floors, and arrows between rooms, weighted by the number of imports.

import type { Floors } from '../floors.ts';
import { importsOf } from '../imports.ts';
import type { Rooms } from '../rooms.ts';
import { type Files, roomOf } from '../rules.ts';

export interface Room {
  readonly name: string;
  /** Names of the folders or rooms inside, the lowest first if they have an order. */
  readonly inside: readonly string[];
  readonly floor: number;
  /** False for the code that browsers and clients run. */
  readonly isInService: boolean;
  readonly files: number;
}

export interface Arrow {
  readonly from: Room;
  readonly to: Room;
  readonly imports: number;
}

export interface House {
  readonly rooms: readonly Room[];
  readonly arrows: readonly Arrow[];
  /** Null if the file doesn't exist, or if its room isn't drawn. */
  readonly roomOfFile: (file: string) => string | null;
}

/** Rows of the table that are drawn as one room, because their paths start alike. */
const TOGETHER: readonly (readonly [start: string, name: string])[] = [
  ['src/surfaces/', 'surfaces'],
  ['src/schemas/', 'schemas'],
  ['src/errors.ts', 'schemas'],
  ['src/validation.ts', 'schemas'],
  ['src/bounded-queue.ts', 'schemas'],
  ['src/private-files.ts', 'schemas'],
  ['src/environment.ts', 'config'],
  ['browser/', 'browser'],
  ['clients/typescript/src', 'client'],
];

type Counts = ReadonlyMap<string, ReadonlyMap<string, number>>;

export function houseOf(rooms: Rooms, floors: Floors, files: Files): House {
  const { counts, sizes } = countImports(rooms, files);
  const levels = levelsOf(counts, [...sizes.keys()].filter(isInService));
  const drawn = [...sizes].map(
    ([name, size]): Room => ({
      name,
      inside: floors[`src/${name}`] ?? rowsInside(rooms, name),
      floor: levels.get(name) ?? besideUsed(name, counts, levels),
      isInService: isInService(name),
      files: size,
    }),
  );
  const byName = new Map(drawn.map((room) => [room.name, room]));
  const arrows = [...counts].flatMap(([name, used]) =>
    [...used].flatMap(([other, imports]): Arrow[] => {
      const [from, to] = [byName.get(name), byName.get(other)];
      return from && to ? [{ from, to, imports }] : [];
    }),
  );
  const roomOfFile = (file: string) =>
    files.has(file) ? drawnName(roomOf(rooms, file) ?? '') : null;
  return { rooms: drawn, arrows, roomOfFile };
}

/** Null for the programs that build and check the client. */
function drawnName(row: string): string | null {
  const together = TOGETHER.find(([start]) => row.startsWith(start));
  if (together) return together[1];
  return row.startsWith('src/') ? row.slice('src/'.length).replace(/\.ts$/, '') : null;
}

const isInService = (name: string) => name !== 'browser' && name !== 'client';

function countImports(rooms: Rooms, files: Files) {
  const counts = new Map<string, Map<string, number>>();
  const sizes = new Map<string, number>();
  const nameOf = (file: string) => drawnName(roomOf(rooms, file) ?? '');
  for (const [file, source] of files) {
    const from = nameOf(file);
    if (from === null) continue;
    sizes.set(from, (sizes.get(from) ?? 0) + 1);
    const used = counts.getOrInsertComputed(from, () => new Map());
    for (const { target } of importsOf(file, source)) {
      const to = target === null ? null : nameOf(target);
      if (to !== null && to !== from) used.set(to, (used.get(to) ?? 0) + 1);
    }
  }
  return { counts, sizes };
}

/**
 * The longest chain of rooms decides the number of floors; each room is near its users, or near the rooms that it
 * uses if those are more.
 */
function levelsOf(counts: Counts, names: readonly string[]): ReadonlyMap<string, number> {
  const usersOf = (name: string) => names.filter((user) => counts.get(user)?.has(name));
  const usedBy = (name: string) => names.filter((other) => counts.get(name)?.has(other));
  const depths = new Map<string, number>();
  const depthOf = (name: string): number =>
    depths.getOrInsertComputed(name, () =>
      Math.max(0, ...usersOf(name).map((user) => 1 + depthOf(user))),
    );
  const lowest = Math.max(...names.map(depthOf));
  const levels = new Map<string, number>();
  for (const name of names.toSorted((one, other) => depthOf(other) - depthOf(one))) {
    const used = usedBy(name);
    const level = 1 + Math.max(-1, ...used.map((other) => levels.get(other) ?? 0));
    levels.set(name, used.length > usersOf(name).length ? level : lowest - depthOf(name));
  }
  return levels;
}

/** Code outside the service is one floor above the code that it uses, or one below the code that uses it. */
function besideUsed(name: string, counts: Counts, levels: ReadonlyMap<string, number>): number {
  const used = [...(counts.get(name)?.keys() ?? [])];
  if (used.length > 0) return 1 + Math.max(...used.map((other) => levels.get(other) ?? 0));
  const users = [...counts].filter(([, others]) => others.has(name)).map(([user]) => user);
  return Math.max(0, ...users.map((user) => besideUsed(user, counts, levels) - 1));
}

/** Rows drawn as this room, without those that are part of another row. */
function rowsInside(rooms: Rooms, name: string): string[] {
  const rows = Object.keys(rooms);
  return rows
    .filter((row) => drawnName(row) === name && !rows.some((other) => row.startsWith(`${other}/`)))
    .map((row) => (row.split('/').at(-1) ?? row).replace(/\.ts$/, ''))
    .filter((inside) => inside !== name && inside !== 'src');
}
