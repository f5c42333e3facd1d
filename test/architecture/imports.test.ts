// Every form of import is found, and what is wrong with files or table is said in one line.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { importsOf } from '../../architecture/imports.ts';
import { faults } from '../../architecture/rules.ts';

const targets = (source: string) =>
  importsOf('src/surfaces/site/home.ts', source).map(({ target }) => target);

describe('every form of import is found', () => {
  for (const source of [
    "import { Store } from '../../store/store.ts';",
    "import type { Store } from '../../store/store.ts';",
    "import { type Store } from '../../store/store.ts';",
    "import * as store from '../../store/store.ts';",
    'import store from "../../store/store.ts";',
    "import '../../store/store.ts';",
    "import {\n  Store,\n} from\n  '../../store/store.ts';",
    "export * from '../../store/store.ts';",
    "export { Store } from '../../store/store.ts';",
    "export type { Store } from '../../store/store.ts';",
    "const store = await import('../../store/store.ts');",
    'const store = await import(`../../store/store.ts`);',
    "type Store = import('../../store/store.ts').Store;",
    "let store: typeof import('../../store/store.ts');",
    "import type store = require('../../store/store.ts');",
    "createRequire(import.meta.url)('../../store/store.ts');",
    "new Worker(new URL('../../store/store.ts', import.meta.url));",
    "import.meta.resolve('../../store/store.ts');",
    "import type { Store } from '../../store/store.js';",
    "import type { Store } from '../site/../../store/store.ts';",
  ]) {
    test(source, () => assert.deepEqual(targets(source), ['src/store/store.ts']));
  }

  for (const source of [
    "import Fastify from 'fastify';",
    "import { join } from 'node:path';",
    "import own from '../../../package.json' with { type: 'json' };",
    "// import '../../store/store.ts';",
    'const sample = "import \'../../store/store.ts\';";',
  ]) {
    test(`none in: ${source}`, () => assert.deepEqual(targets(source), []));
  }

  for (const source of ['await import(path);', 'await import(`../../store/$' + '{name}.ts`);']) {
    test(`unknown until run: ${source}`, () => assert.deepEqual(targets(source), [null]));
  }
});

describe('what is wrong is said in one line', () => {
  const rooms = { 'src/store': [], 'src/surfaces/site': ['src/store'], 'src/surfaces/feeds': [] };
  const files = {
    'src/store/store.ts': '',
    'src/surfaces/site/home.ts': "\nimport '../../store/store.ts';",
    'src/surfaces/feeds/rss.ts': '',
  };
  const faultsWith = (changed: { [file: string]: string }, table = rooms) =>
    faults(table, new Map(Object.entries({ ...files, ...changed })));

  test('nothing, where all holds', () => assert.deepEqual(faultsWith({}), []));

  test('an import that the table does not allow', () => {
    const rss = "// A feed.\nimport '../site/home.ts';";
    const home = "import '../../store/store.ts';\nimport '../feeds/rss.ts';";
    assert.deepEqual(faultsWith({ 'src/surfaces/feeds/rss.ts': rss }), [
      'src/surfaces/feeds/rss.ts:2 imports src/surfaces/site/home.ts: src/surfaces/feeds may import nothing but itself.',
    ]);
    assert.deepEqual(faultsWith({ 'src/surfaces/site/home.ts': home }), [
      'src/surfaces/site/home.ts:2 imports src/surfaces/feeds/rss.ts: src/surfaces/site may import src/store.',
    ]);
  });

  test('an import of a file that is in no room', () =>
    assert.deepEqual(faultsWith({ 'src/store/store.ts': "import '../../test/world.ts';" }), [
      'src/store/store.ts:1 imports test/world.ts: src/store may import nothing but itself.',
    ]));

  test('an import that only running it would tell', () =>
    assert.deepEqual(faultsWith({ 'src/store/store.ts': 'await import(path);' }), [
      'src/store/store.ts:1 imports a path that is known only at run time: write it as a literal.',
    ]));

  for (const file of [
    'src/jobs/lease.ts',
    'src/stores/a.ts',
    'src/surfaces/o/a.ts',
    'src/all.ts',
  ]) {
    test(`${file}, which is in no room`, () =>
      assert.deepEqual(faultsWith({ [file]: '' }), [
        `${file} is in no room: add a row for its folder to the table.`,
      ]));
  }

  test('a row for what is not there', () => {
    const table = { ...rooms, 'src/surfaces/reading': [] };
    assert.deepEqual(faultsWith({}, table), [
      'The table has a row for src/surfaces/reading, which contains no files.',
    ]);
  });

  for (const place of ['src/jobs', 'src/surfaces/feeds', 'src/surfaces', 'src/surf']) {
    test(`a row that names ${place}, which isn’t a row above it`, () => {
      const table = { ...rooms, 'src/surfaces/site': ['src/store', place] };
      assert.deepEqual(faultsWith({}, table), [
        `The row of src/surfaces/site names ${place}: expected a row above it.`,
      ]);
    });
  }

  test('files of one room that import each other', () => {
    const circle = {
      'src/store/store.ts': "import './rows.ts';",
      'src/store/rows.ts': "import type { Store } from './scripts.ts';",
      'src/store/scripts.ts': "export * from './store.ts';",
    };
    assert.deepEqual(faultsWith(circle), [
      'Files import each other in a circle: src/store/store.ts → src/store/rows.ts → src/store/scripts.ts → src/store/store.ts.',
    ]);
  });
});
