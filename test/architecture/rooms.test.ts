// The table of rooms: every pair is judged as it says, and it says what ARCHITECTURE.md promises.

import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { join, posix } from 'node:path';
import { describe, test } from 'node:test';
import { ownFiles } from '../../architecture/check.ts';
import { ROOMS, type Rooms } from '../../architecture/rooms.ts';
import { faults, mayImport, roomOf } from '../../architecture/rules.ts';

const rooms = Object.keys(ROOMS);

/** A file that the room could have; itself, where the room is a file. */
const fileIn = (room: string) => (room.endsWith('.ts') ? room : `${room}/deep/inside.ts`);

const isAllowed = (table: Rooms, from: string, to: string) =>
  from !== to && mayImport(table, fileIn(from), fileIn(to));

test('the repository holds to the table', () => assert.deepEqual(faults(ROOMS, ownFiles()), []));

describe('every other room is allowed or refused as the table says', () => {
  for (const from of rooms) {
    test(from, () => {
      const others = rooms.filter((to) => to !== from);
      const isNamed = (to: string) =>
        (ROOMS[from] ?? []).some((place) => `${to}/`.startsWith(`${place}/`));
      const source = others.map((to) => importing(from, to)).join('\n');
      const files = rooms.map((room) => [fileIn(room), room === from ? source : ''] as const);
      const found = faults(ROOMS, new Map(files)).map((fault) => fault.split(' may import ')[0]);
      const expected = others.flatMap((to, index) =>
        isNamed(to) ? [] : [`${fileIn(from)}:${index + 1} imports ${fileIn(to)}: ${from}`],
      );
      assert.deepEqual(found, expected);
    });
  }
});

function importing(from: string, to: string): string {
  const path = posix.relative(posix.dirname(fileIn(from)), fileIn(to));
  return `import type { It } from '${path.startsWith('.') ? path : `./${path}`}';`;
}

test('no room can reach itself by way of others', () => {
  const next = (from: string) => rooms.filter((to) => isAllowed(ROOMS, from, to));
  for (const room of rooms) {
    const reached = new Set(next(room));
    for (const step of reached) for (const further of next(step)) reached.add(further);
    assert.ok(!reached.has(room), `${room} leads back to itself`);
  }
});

describe('surfaces', () => {
  // From the folders, so that none can be missing here.
  const root = join(import.meta.dirname, '../..');
  const surfaces = globSync('src/surfaces/*', { cwd: root }).sort();
  const pairs = surfaces.flatMap((from) =>
    surfaces.filter((to) => to !== from).map((to) => [from, to] as const),
  );
  const allowedPairs = (table: Rooms) => pairs.filter(([from, to]) => isAllowed(table, from, to));

  test('each folder is a room of its own', () =>
    assert.deepEqual(
      surfaces.map((folder) => roomOf(ROOMS, fileIn(folder))),
      surfaces,
    ));

  test('none imports another', () => assert.deepEqual(allowedPairs(ROOMS), []));

  test('each single pair that the table allowed would be seen', () => {
    for (const [from, to] of pairs) {
      const loosened = { ...ROOMS, [from]: [...(ROOMS[from] ?? []), to] };
      assert.deepEqual(allowedPairs(loosened), [[from, to]]);
    }
  });

  for (const room of ['store', 'outbound', 'media', 'delivery', 'app.ts', 'commands', 'cli.ts']) {
    test(`none imports ${room}`, () =>
      assert.deepEqual(
        surfaces.filter((surface) => isAllowed(ROOMS, surface, `src/${room}`)),
        [],
      ));
  }
});

describe('only those that ARCHITECTURE.md names use', () => {
  const users: { readonly [room: string]: readonly string[] } = {
    media: ['src/operations'],
    delivery: ['src/serving-jobs.ts', 'src/commands'],
    store: [
      'src/delivery',
      'src/operations',
      'src/http',
      'src/app.ts',
      'src/commands',
      'clients/typescript/generate.ts',
    ],
  };
  for (const [room, expected] of Object.entries(users)) {
    test(room, () =>
      assert.deepEqual(
        rooms.filter((from) => isAllowed(ROOMS, from, `src/${room}`)),
        expected,
      ),
    );
  }
});

test('no folder is so full that nothing is found in it', () => {
  const root = join(import.meta.dirname, '../..');
  const folders = Object.groupBy(globSync('src/**/*.ts', { cwd: root }), posix.dirname);
  const full = Object.entries(folders).filter(([, files = []]) => files.length > 20);
  assert.deepEqual(full, []);
});
