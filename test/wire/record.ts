// Records every answer of a service: npm run -s wire:record -- OUT.ndjson [--service DIR]

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Routes } from './service.ts';
import { recordAll } from './sessions.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { service: { type: 'string', default: '.' } },
});
const [out, ...more] = positionals;
if (out === undefined || more.length > 0) {
  console.error('Usage: npm run -s wire:record -- OUT.ndjson [--service DIR]');
  process.exit(2);
}

const folder = await mkdtemp(join(tmpdir(), 'wire-'));
try {
  const { entries, routes } = await recordAll(values.service, folder);
  await writeFile(out, entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
  console.log(`${entries.length} answers.`);
  tellUnasked(routes);
} finally {
  await rm(folder, { recursive: true, force: true });
}

/** Lists the routes without requests, whose changes a recording would not show. */
function tellUnasked(routes: readonly Routes[]): void {
  const asked = new Set(routes.flatMap((each) => each.asked));
  const known = new Set(routes.flatMap((each) => each.known));
  const unasked = [...known].filter((route) => !asked.has(route)).sort();
  console.log(`${known.size - unasked.length} of ${known.size} routes asked for.`);
  for (const route of unasked) console.log(`  not asked for: ${route}`);
}
