// Schemas are compiled at their first value: here each is, so that none fails at a request.

import assert from 'node:assert/strict';
import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { Problem } from '../../src/errors.ts';
import { checkedSchemas, checkerOf } from '../../src/validation.ts';

const SOURCE = join(import.meta.dirname, '../../src');

/** Loads everything that makes a check: some of it is otherwise loaded when it is needed. */
async function loadChecks(): Promise<void> {
  for await (const file of glob('**/*.ts', { cwd: SOURCE })) {
    const path = join(SOURCE, file);
    if (/\b(?:checkerOf|operation)\(/.test(await readFile(path, 'utf8'))) await import(path);
  }
}

/** Calls the check, ignoring its result. */
function compile(check: (value: unknown) => unknown): void {
  try {
    check(null);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
  }
}

test('every schema that there is a check of is a schema, and can be compiled', async () => {
  await loadChecks();
  const schemas = [...checkedSchemas];
  assert.ok(schemas.length > 50, `only ${schemas.length} were found`);
  const ajv = new Ajv2020();
  for (const schema of schemas) {
    const words = JSON.stringify(schema);
    assert.ok(ajv.validateSchema(schema), `${JSON.stringify(ajv.errors)} ${words}`);
    assert.doesNotThrow(() => compile(checkerOf(schema)), words);
  }
});
