// Rules for imports: which room a file belongs to, what it may import, and whether the table itself is valid.

import { floorFaults, rings } from './floor-rules.ts';
import type { Floors } from './floors.ts';
import { type Import, importsOf } from './imports.ts';
import type { Rooms } from './rooms.ts';

/** Content of files by their path from the root of the repository. */
export type Files = ReadonlyMap<string, string>;

const covers = (place: string, path: string) => path === place || path.startsWith(`${place}/`);

/** Room that a file belongs to: the smallest one that contains the file. */
export const roomOf = (rooms: Rooms, file: string): string | undefined =>
  Object.keys(rooms)
    .filter((room) => covers(room, file))
    .reduce<string | undefined>((a, b) => (a && a.length > b.length ? a : b), undefined);

export function mayImport(rooms: Rooms, file: string, target: string): boolean {
  const room = roomOf(rooms, file);
  const other = roomOf(rooms, target);
  if (room === undefined || other === undefined) return false;
  return room === other || (rooms[room] ?? []).some((place) => covers(place, target));
}

/** Faults, one line each; empty if there are none. */
export function faults(rooms: Rooms, files: Files, floors: Floors = {}): string[] {
  const imports = new Map([...files].map(([file, source]) => [file, importsOf(file, source)]));
  return [
    ...tableFaults(rooms, [...files.keys()]),
    ...[...imports].flatMap(([file, found]) => importFaults(rooms, file, found)),
    ...circles(imports),
    ...floorFaults(floors, imports),
    ...rings(imports),
  ];
}

function tableFaults(rooms: Rooms, files: readonly string[]): string[] {
  const names = Object.keys(rooms);
  const homeless = files.filter((file) => roomOf(rooms, file) === undefined);
  const empty = names.filter((room) => !files.some((file) => roomOf(rooms, file) === room));
  const unsound = names.flatMap((room, row) =>
    (rooms[room] ?? [])
      .filter((place) => {
        const meant = names.filter((name) => covers(place, name));
        return meant.length === 0 || meant.some((name) => names.indexOf(name) >= row);
      })
      .map((place) => `The row of ${room} names ${place}: expected a row above it.`),
  );
  return [
    ...homeless.map((file) => `${file} is in no room: add a row for its folder to the table.`),
    ...empty.map((room) => `The table has a row for ${room}, which contains no files.`),
    ...unsound,
  ];
}

function importFaults(rooms: Rooms, file: string, imports: readonly Import[]): string[] {
  const room = roomOf(rooms, file);
  if (room === undefined) return [];
  return imports
    .filter(({ target }) => target === null || !mayImport(rooms, file, target))
    .map(({ line, target }) =>
      target === null
        ? `${file}:${line} imports a path that is known only at run time: write it as a literal.`
        : `${file}:${line} imports ${target}: ${room} may import ${namesOf(rooms[room])}.`,
    );
}

const namesOf = (places: readonly string[] = []) =>
  places.length > 0 ? places.join(', ') : 'nothing but itself';

/** Circles of files that import each other, directly or through other files. */
function circles(imports: ReadonlyMap<string, readonly Import[]>): string[] {
  const found: string[] = [];
  const done = new Set<string>();
  const follow = (file: string, path: readonly string[]) => {
    const start = path.indexOf(file);
    if (start >= 0) found.push([...path.slice(start), file].join(' → '));
    if (start >= 0 || done.has(file)) return;
    for (const { target } of imports.get(file) ?? []) {
      if (target !== null) follow(target, [...path, file]);
    }
    done.add(file);
  };
  for (const file of imports.keys()) follow(file, []);
  return found.map((circle) => `Files import each other in a circle: ${circle}.`);
}
