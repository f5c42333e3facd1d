// All measurements, one after the other: npm run bench [-- --quick | --full]
// A table for each part, all rows as JSON at the end, and a failure where a bar does not hold.

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism, cpus, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';

interface Part {
  file: string;
  arguments?: string[];
  environment?: { [name: string]: string };
}

const QUICK: Part[] = [
  { file: 'reads.ts', environment: { BENCH_QUICK: '1' } },
  { file: 'tools.ts', environment: { BENCH_QUICK: '1' } },
];
const ORDINARY: Part[] = [
  { file: 'reads.ts' },
  { file: 'tools.ts' },
  { file: 'drafts.ts' },
  { file: 'delivery.ts' },
  { file: 'trending.ts' },
  { file: 'discovery.ts' },
  { file: 'editor.ts' },
  { file: 'archive.ts' },
  { file: 'beside-searches.ts' },
  { file: 'wide.ts' },
  { file: 'memory.ts' },
];
const FULL: Part[] = [...ORDINARY, { file: 'archive.ts', arguments: ['1000000', '300'] }];

const partsFor = (argument: string | undefined) => {
  if (argument === '--quick') return QUICK;
  return argument === '--full' ? FULL : ORDINARY;
};

interface Result {
  part: string;
  ok: boolean;
  seconds: number;
  rows: unknown[];
}

async function run({ file, arguments: given = [], environment = {} }: Part): Promise<Result> {
  const part = [file.replace(/\.ts$/, ''), ...given].join(' ');
  console.log(`\n${part}`);
  const begun = performance.now();
  const child = fork(fileURLToPath(new URL(file, import.meta.url)), given, {
    env: { ...process.env, ...environment },
  });
  const rows: unknown[] = [];
  child.on('message', (message) => rows.push(...[message].flat()));
  const [code] = await once(child, 'exit');
  return { part, ok: code === 0, seconds: Math.round((performance.now() - begun) / 1000), rows };
}

const results: Result[] = [];
for (const part of partsFor(process.argv[2])) results.push(await run(part));

const machine = {
  processors: `${availableParallelism()} of ${cpus()[0]?.model ?? 'unknown'}`,
  memory: `${Math.round(totalmem() / 1024 ** 3)} GiB`,
  node: process.version,
};
console.log(JSON.stringify({ date: new Date().toISOString(), machine, results }));
process.exitCode = results.every(({ ok }) => ok) ? 0 : 1;
