// All measurements, one after the other: npm run bench [-- --quick | --full] [PART…] [--out=FILE]
// A table for each part, all rows as JSON at the end, and a failure where a bar does not hold.

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { startPostgres } from '../test/support/databases/postgres-server.ts';
import type { Machine, Measured, PartResult } from './support/report.ts';

interface Part {
  name: string;
  arguments?: string[];
}

const QUICK: Part[] = [{ name: 'reads' }, { name: 'tools' }];
const ORDINARY: Part[] = [
  { name: 'reads' },
  { name: 'tools' },
  { name: 'drafts' },
  { name: 'delivery' },
  { name: 'trending' },
  { name: 'editor' },
  { name: 'archive' },
  { name: 'beside-searches' },
  { name: 'discovery' },
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

type Environment = { [name: string]: string };

async function run(
  { name, arguments: given = [] }: Part,
  environment: Environment,
): Promise<PartResult> {
  const part = [name, ...given].join(' ');
  console.log(`\n${part}`);
  const begun = performance.now();
  const child = fork(fileURLToPath(new URL(`${name}.ts`, import.meta.url)), given, {
    env: { ...process.env, ...environment },
  });
  const rows: Measured[] = [];
  child.on('message', (message: Measured[]) => rows.push(...message));
  const [code] = await once(child, 'exit');
  return { part, ok: code === 0, seconds: Math.round((performance.now() - begun) / 1000), rows };
}

/** One folder and one PostgreSQL for all parts, so that a large archive is imported once. */
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

/** The operator's own folder and server, for archives that are reused the next time. */
function operatorsOwn(): Environment {
  const { BENCH_DIR, BENCH_POSTGRES } = process.env;
  return { ...(BENCH_DIR && { BENCH_DIR }), ...(BENCH_POSTGRES && { BENCH_POSTGRES }) };
}

const results: PartResult[] = [];
const runAll = async (environment: Environment) => {
  for (const part of partsToRun()) results.push(await run(part, environment));
};
if (values.quick) await runAll({ BENCH_QUICK: '1' });
else await withArchives(runAll);

const machine: Machine = {
  processors: `${availableParallelism()} of ${cpus()[0]?.model ?? 'unknown'}`,
  memory: `${Math.round(totalmem() / 1024 ** 3)} GiB`,
  node: process.version,
};
const whole = JSON.stringify({ date: new Date().toISOString(), machine, results });
console.log(whole);
if (values.out) await writeFile(values.out, `${whole}\n`);
process.exitCode = results.every(({ ok }) => ok) ? 0 : 1;
