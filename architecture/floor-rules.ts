// Checks the order of the folders inside a room, and finds rings of folders on every floor.

import { posix } from 'node:path';
import type { Floors } from './floors.ts';
import type { Import } from './imports.ts';

type Imports = ReadonlyMap<string, readonly Import[]>;

/** Violations of the order: folders that are missing from it, and imports of a later folder. */
export function floorFaults(floors: Floors, imports: Imports): string[] {
  return Object.entries(floors).flatMap(([room, order]) => {
    const places = new Set([...imports.keys()].map((file) => folderIn(room, file)));
    const unplaced = [...places].filter((name) => name !== null && !order.includes(name));
    const unused = order.filter((name) => !places.has(name));
    return [
      ...unplaced.map((name) => `${room}/${name} has no place in the order of ${room}.`),
      ...unused.map((name) => `The order of ${room} names ${name}, which contains no files.`),
      ...[...imports].flatMap(([file, found]) => upwards(room, order, file, found)),
    ];
  });
}

function upwards(
  room: string,
  order: readonly string[],
  file: string,
  imports: readonly Import[],
): string[] {
  const own = folderIn(room, file);
  if (own === null) return [];
  return imports.flatMap(({ line, target }) => {
    const other = target === null ? null : folderIn(room, target);
    if (other === null || order.indexOf(other) <= order.indexOf(own)) return [];
    return [`${file}:${line} imports ${target}: ${own} is below ${other} in the order of ${room}.`];
  });
}

/** Folder of a room that contains a file; null for a file next to the folders, or outside the room. */
function folderIn(room: string, file: string): string | null {
  const child = childOf(room, file);
  return child === null || file === `${room}/${child}` ? null : child;
}

/** Rings of imports among the folders and files inside each folder. */
export function rings(imports: Imports): string[] {
  const parents = new Set([...imports.keys()].flatMap((file) => ancestorsOf(file)));
  return [...parents].flatMap((parent) => ringsIn(parent, imports));
}

function ancestorsOf(file: string): string[] {
  const parent = posix.dirname(file);
  return parent === '.' ? [] : [parent, ...ancestorsOf(parent)];
}

function ringsIn(parent: string, imports: Imports): string[] {
  const graph = new Map<string, Set<string>>();
  for (const [file, found] of imports) {
    const own = childOf(parent, file);
    if (own === null) continue;
    const others = found.map(({ target }) => target && childOf(parent, target));
    const known = graph.getOrInsertComputed(own, () => new Set());
    for (const other of others) if (other && other !== own) known.add(other);
  }
  const ring = ringFrom(graph);
  // Rings that consist of files are circles, which rules.ts reports.
  const hasFolder = ring?.some((name) => !name.endsWith('.ts'));
  return ring && hasFolder
    ? [`Folders of ${parent} import each other in a ring: ${ring.join(' → ')}.`]
    : [];
}

function childOf(parent: string, file: string): string | null {
  return file.startsWith(`${parent}/`)
    ? (file.slice(parent.length + 1).split('/')[0] ?? null)
    : null;
}

function ringFrom(graph: ReadonlyMap<string, ReadonlySet<string>>): string[] | undefined {
  const done = new Set<string>();
  const follow = (name: string, path: readonly string[]): string[] | undefined => {
    const start = path.indexOf(name);
    if (start >= 0) return [...path.slice(start), name];
    if (done.has(name)) return undefined;
    for (const next of graph.get(name) ?? []) {
      const ring = follow(next, [...path, name]);
      if (ring) return ring;
    }
    done.add(name);
    return undefined;
  };
  for (const name of graph.keys()) {
    const ring = follow(name, []);
    if (ring) return ring;
  }
  return undefined;
}
