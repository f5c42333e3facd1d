// Production code imports only packages that a production install has.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { test } from 'node:test';
import { parseSync } from 'oxc-parser';
import { ownFiles } from '../../architecture/check.ts';
import { ROOT } from '../support/deploy/production-install.ts';

const { dependencies }: { dependencies: { [name: string]: string } } = JSON.parse(
  readFileSync(join(ROOT, 'package.json'), 'utf8'),
);

/** The client's generator is run by developers alone. */
const DEVELOPMENT = /^clients\/typescript\/(?!src\/)/;

function packagesIn(file: string, source: string): string[] {
  const { module } = parseSync(file, source);
  const requests = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.map(({ moduleRequest }) => moduleRequest?.value ?? './'),
    ),
    ...module.dynamicImports.map(({ moduleRequest: { start, end } }) =>
      source.slice(start, end).replace(/^['"`]|['"`]$/g, ''),
    ),
  ];
  const bare = requests.filter((request) => !request.startsWith('.') && !isBuiltin(request));
  return bare.map((request) => /^(?:@[^/]+\/)?[^/]+/.exec(request)?.[0] ?? request);
}

test('no file that runs in production imports a development dependency', () => {
  const files = [...ownFiles()].filter(([file]) => !DEVELOPMENT.test(file));
  const found = files.flatMap(([file, source]) =>
    packagesIn(file, source).map((name) => ({ file, name })),
  );
  assert.ok(found.length > 50, 'it finds what is imported');
  assert.deepEqual(
    found.filter(({ name }) => !(name in dependencies)),
    [],
  );
});
