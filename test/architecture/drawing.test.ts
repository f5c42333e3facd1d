// The drawing of the house: current, and made from the tables and imports that it is given.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { DRAWING, drawing } from '../../architecture/draw.ts';
import { houseOf } from '../../architecture/drawing/house.ts';
import { layoutOf } from '../../architecture/drawing/layout.ts';

test('docs/architecture.svg is current', () =>
  assert.ok(
    readFileSync(DRAWING, 'utf8') === drawing(),
    'The rooms, their folders or their imports have changed. Run: npm run architecture:draw',
  ));

describe('a house', () => {
  const rooms = { 'src/store': [], 'src/operations': ['src/store'], 'src/cli.ts': [] };
  const files = new Map([
    ['src/store/low/a.ts', ''],
    ['src/operations/b.ts', "import '../store/low/a.ts';\nimport '../store/low/a.ts';"],
    ['src/cli.ts', "import './operations/b.ts';\nimport './store/low/a.ts';"],
  ]);
  const house = houseOf(rooms, { 'src/store': ['low', 'high'] }, files);

  test('has each room above those that it imports', () =>
    assert.deepEqual(
      house.rooms.map(({ name, floor, inside }) => [name, floor, inside]),
      [
        ['store', 0, ['low', 'high']],
        ['operations', 1, []],
        ['cli', 2, []],
      ],
    ));

  test('has an arrow for the imports of one room by another', () =>
    assert.deepEqual(
      house.arrows.map(({ from, to, imports }) => [from.name, to.name, imports]),
      [
        ['operations', 'store', 2],
        ['cli', 'operations', 1],
        ['cli', 'store', 1],
      ],
    ));

  test('has no way through a file that is not there', () => {
    const way = { kind: 'read', name: '', request: '', files: ['src/store/gone.ts'] } as const;
    assert.throws(() => layoutOf(house, [way]), /names src\/store\/gone\.ts, which is not there/);
  });
});
