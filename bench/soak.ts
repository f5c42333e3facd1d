// Long tests, one part after the other: npm run soak [-- PART…] [--minutes=60] [--share=1] [--database=sqlite]
// [--out=FILE]. Prints a table of the figures at the end, and fails if a bar isn't met.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { holds, MISSED, type PartResult, printRows, type Row } from './support/report.ts';
import { endRun, runPart, timed } from './support/whole-run.ts';

/** Tests that form each part, run in full length. */
const TESTS: { [part: string]: string[] } = {
  // words-allow: a path of the repository, of tests of the gate
  kills: ['test/gate/kills.full.test.ts'],
  crashes: [
    'test/write-api/killed-drafts.test.ts',
    'test/delivery/crash.full.test.ts',
    'test/commands/killed-import.full.test.ts',
  ],
  deadlocks: ['test/store/deadlocks.full.test.ts'],
  restarts: ['test/http/nginx.full.test.ts'],
  'full-disk': ['test/full-disk/full-disk.full.test.ts', 'test/store/full-disk.full.test.ts'],
  requests: ['test/http/openapi/generated-*.full.test.ts'],
  changes: ['test/http/cache/response-cache.test.ts', 'test/http/cache/forgotten-topics.test.ts'],
};
const LOAD = 'mixed-load';
const PARTS = [...Object.keys(TESTS), LOAD];

const { values, positionals } = parseArgs({
  options: {
    minutes: { type: 'string', default: '60' },
    share: { type: 'string', default: '1' },
    database: { type: 'string', default: 'sqlite' },
    out: { type: 'string' },
  },
  allowPositionals: true,
});
const unknown = positionals.filter((name) => !PARTS.includes(name));
if (unknown.length > 0) throw new Error(`Expected ${PARTS.join(', ')}, got ${unknown.join(', ')}.`);

/** Figures are passed in a file, because each test runs in a separate process. */
function runTests(part: string, files: string[]): Promise<PartResult> {
  return timed(part, async (rows) => {
    const folder = await mkdtemp(join(tmpdir(), 'standfirst-soak-'));
    const figures = join(folder, 'figures.ndjson');
    try {
      const child = spawn(process.execPath, ['test/run.ts', '--full', ...files], {
        cwd: join(import.meta.dirname, '..'),
        env: { ...process.env, SOAK: values.share, SOAK_FIGURES: figures },
        stdio: 'inherit',
      });
      const [code] = await once(child, 'exit');
      const text = await readFile(figures, 'utf8').catch(() => '');
      const found = text
        .split('\n')
        .filter(Boolean)
        .map((line): Row => JSON.parse(line));
      rows.push(...found.map((row) => ({ ...row, holds: holds(row) })));
      if (code !== 0) return Number(code ?? 1);
      return rows.every((row) => row.holds) ? 0 : MISSED;
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
}

const results: PartResult[] = [];
for (const part of positionals.length > 0 ? positionals : PARTS) {
  const files = TESTS[part];
  if (files) results.push(await runTests(part, files));
  else {
    const given = [`--minutes=${values.minutes}`, `--database=${values.database}`];
    results.push(await runPart({ name: LOAD, arguments: given }, {}));
  }
}
for (const { part, status, seconds, rows } of results) {
  console.log(`\n${part}: ${status === 0 ? 'holds' : 'FAILED'}, ${seconds} s`);
  printRows(rows);
}
await endRun(results, values.out);
