// docs/operating.md: what it names to watch is what the service counts.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { author } from '../support/archive/records.ts';
import { ROOT } from '../support/deploy/production-install.ts';
import { startService } from '../support/service.ts';

const PAGE = readFileSync(join(ROOT, 'docs/operating.md'), 'utf8');

test('every metric that the page names exists', async () => {
  const { app, add } = await startService('sqlite', { METRICS: 'on' });
  await add(author('ada'));
  await app.inject('/api/public/authors/ada');
  const { body } = await app.inject('/metrics');
  const named = new Set(PAGE.match(/\b(?:http|process|nodejs|standfirst)_[a-z0-9_]+/g));
  assert.ok(named.size > 5);
  const known = new Set([...body.matchAll(/^(?:# TYPE )?([a-z0-9_]+)/gm)].map(([, name]) => name));
  assert.deepEqual(
    [...named].filter((name) => !known.has(name)),
    [],
  );
});
