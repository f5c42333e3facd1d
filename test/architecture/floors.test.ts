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
      'The order of src names middle, which contains no files.',
    ]));
});

describe('a ring is refused', () => {
  const ringOf = (files: { [file: string]: string }) =>
    faults(
      Object.fromEntries(Object.keys(files).map((file) => [file.split('/')[0], []])),
      new Map(Object.entries(files)),
    );

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

  test('of a folder and a folder in it', () =>
    assert.deepEqual(
      ringOf({
        'src/room/one/a.ts': "import './inner/b.ts';",
        'src/room/one/inner/b.ts': "import '../c.ts';",
        'src/room/one/c.ts': "import './inner/d.ts';",
        'src/room/one/inner/d.ts': '',
      }),
      ['Folders of src/room/one import each other in a ring: inner → c.ts → inner.'],
    ));

  test('of three folders, one of which imports a type, and one at run time', () =>
    assert.deepEqual(
      ringOf({
        'src/room/one/a.ts': "import type { B } from '../two/b.ts';",
        'src/room/two/b.ts': '',
        'src/room/two/c.ts': "await import('../three/d.ts');",
        'src/room/three/d.ts': '',
        'src/room/three/e.ts': "export * from '../one/f.ts';",
        'src/room/one/f.ts': '',
      }),
      ['Folders of src/room import each other in a ring: one → two → three → one.'],
    ));

  test('of folders on the lowest floor, in each room', () =>
    assert.deepEqual(
      ringOf({
        'src/high/deep/one/c.ts': "import '../two/d.ts';",
        'src/high/deep/two/d.ts': '',
        'src/high/deep/two/e.ts': "import '../one/f.ts';",
        'src/high/deep/one/f.ts': '',
        'browser/page/one/h.ts': "import '../two/i.ts';",
        'browser/page/two/i.ts': '',
        'browser/page/two/j.ts': "import '../one/k.ts';",
        'browser/page/one/k.ts': '',
      }),
      [
        'Folders of src/high/deep import each other in a ring: one → two → one.',
        'Folders of browser/page import each other in a ring: one → two → one.',
      ],
    ));
});
