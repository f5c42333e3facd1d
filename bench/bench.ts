// All benchmarks, one after the other: npm run bench [-- --quick | --full] [PART…] [--out=FILE]. Prints a table for
// each part and all rows as JSON at the end, and fails if a bar isn't met.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startPostgres } from '../test/support/databases/postgres-server.ts';
import type { PartResult } from './support/report.ts';
import { type Environment, endRun, type Part, runPart } from './support/whole-run.ts';

const QUICK: Part[] = [{ name: 'reads' }, { name: 'tools' }];
const ORDINARY: Part[] = [
  { name: 'reads' },
  { name: 'first-reads' },
  { name: 'long-tail' },
  { name: 'after-restart' },
  { name: 'crawl' },
  { name: 'tools' },
  { name: 'drafts' },
  { name: 'delivery' },
  { name: 'trending' },
  { name: 'editor' },
  { name: 'archive' },
  { name: 'beside-searches' },
  { name: 'discovery' },
  { name: 'changes' },
  { name: 'workers' },
  { name: 'memory' },
];
const FULL: Part[] = [...ORDINARY, { name: 'archive', arguments: ['1000000', '300'] }];

const { values, positionals } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    full: { type: 'boolean', default: false },
    out: { type: 'string' },
  },
  allowPositionals: true,
});

function partsToRun(): Part[] {
  const all = values.quick ? QUICK : values.full ? FULL : ORDINARY;
  return positionals.length === 0 ? all : all.filter(({ name }) => positionals.includes(name));
}

/** One folder and one PostgreSQL for all parts, so that a large archive is imported only once. */
async function withArchives(work: (environment: Environment) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'standfirst-bench-'));
  const postgres = await startPostgres();
  try {
    await work({ BENCH_DIR: folder, BENCH_POSTGRES: postgres.url, ...operatorsOwn() });
  } finally {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Folder and server given by the operator, whose archives are reused next time. */
function operatorsOwn(): Environment {
  const { BENCH_DIR, BENCH_POSTGRES } = process.env;
  return { ...(BENCH_DIR && { BENCH_DIR }), ...(BENCH_POSTGRES && { BENCH_POSTGRES }) };
}

const results: PartResult[] = [];
const runAll = async (environment: Environment) => {
  for (const part of partsToRun()) results.push(await runPart(part, environment));
};
if (values.quick) await runAll({ BENCH_QUICK: '1' });
else await withArchives(runAll);

await endRun(results, values.out);
