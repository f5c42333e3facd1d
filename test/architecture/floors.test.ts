// The order of folders inside a room: an import of a later folder, a folder without a place and a ring are refused.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { faults } from '../../architecture/rules.ts';

const rooms = { src: [] };
const floors = { src: ['low', 'high'] };
const sound = { 'src/low/a.ts': '', 'src/high/b.ts': "import '../low/a.ts';" };

const faultsWith = (changed: { [file: string]: string }, order = floors) =>
  faults(rooms, new Map(Object.entries({ ...sound, ...changed })), order);

describe('the folders of a room', () => {
  test('may import those before them', () => assert.deepEqual(faultsWith({}), []));

  test('may not import those after them', () =>
    assert.deepEqual(
      faultsWith({ 'src/low/a.ts': "\nimport '../high/b.ts';", 'src/high/b.ts': '' }),
      ['src/low/a.ts:2 imports src/high/b.ts: low is below high in the order of src.'],
    ));

  test('have a place in the order', () =>
    assert.deepEqual(faultsWith({ 'src/other/d.ts': '' }), [
      'src/other has no place in the order of src.',
    ]));

  test('are there if the order names them', () =>
    assert.deepEqual(faultsWith({}, { src: ['low', 'middle', 'high'] }), [
      'The order of src names middle, where there is no file.',
    ]));
});

describe('a ring is refused', () => {
  const ringOf = (files: { [file: string]: string }) =>
    faults({ src: [] }, new Map(Object.entries(files)), {});

  test('of folders, whose files import each other in no circle', () =>
    assert.deepEqual(
      ringOf({
        'src/room/one/a.ts': "import '../two/b.ts';",
        'src/room/two/b.ts': '',
        'src/room/two/c.ts': "import '../one/d.ts';",
        'src/room/one/d.ts': '',
      }),
      ['Folders of src/room import each other in a ring: one → two → one.'],
    ));

  test('of a folder and a file beside it', () =>
    assert.deepEqual(
      ringOf({
        'src/room/top.ts': "import './one/a.ts';",
        'src/room/one/a.ts': '',
        'src/room/one/b.ts': "import '../top.ts';",
      }),
      ['Folders of src/room import each other in a ring: top.ts → one → top.ts.'],
    ));
});
