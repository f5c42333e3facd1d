// Whole run: each part in a separate process, and all results as JSON at the end.

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { availableParallelism, cpus, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import {
  type CrawlFigures,
  type Measured,
  MISSED,
  type PartResult,
  type WholeRun,
} from './report.ts';

export interface Part {
  name: string;
  arguments?: string[];
}

export interface Environment {
  [name: string]: string;
}

/** Runs the file of a part, and receives the rows that it reports. */
export async function runPart(
  { name, arguments: given = [] }: Part,
  environment: Environment,
): Promise<PartResult> {
  const file = fileURLToPath(new URL(`../${name}.ts`, import.meta.url));
  const figures: CrawlFigures[] = [];
  const result = await timed([name, ...given].join(' '), async (rows) => {
    const child = fork(file, given, { env: { ...process.env, ...environment } });
    child.on('message', (message: Measured[] | { crawl: CrawlFigures[] }) => {
      if ('crawl' in message) figures.push(...message.crawl);
      else rows.push(...message);
    });
    const [code] = await once(child, 'exit');
    return Number(code ?? 1);
  });
  return figures.length > 0 ? { ...result, crawl: figures } : result;
}

/** Logs what is running, and how long it took. */
export async function timed(
  part: string,
  work: (rows: Measured[]) => Promise<number>,
): Promise<PartResult> {
  console.log(`\n${part}`);
  const begun = performance.now();
  const rows: Measured[] = [];
  const status = await work(rows);
  return { part, status, seconds: Math.round((performance.now() - begun) / 1000), rows };
}

/** Prints everything, saves it to the given file, and fails the process if a part failed or missed a bar. */
export async function endRun(results: PartResult[], out: string | undefined): Promise<void> {
  const whole: WholeRun = {
    date: new Date().toISOString(),
    machine: {
      processors: `${availableParallelism()} of ${cpus()[0]?.model ?? 'unknown'}`,
      memory: `${Math.round(totalmem() / 1024 ** 3)} GiB`,
      node: process.version,
    },
    results,
  };
  const text = JSON.stringify(whole);
  console.log(text);
  if (out) await writeFile(out, `${text}\n`);
  const failed = results.map(({ status }) => status).filter((status) => status !== 0);
  process.exitCode = failed.find((status) => status !== MISSED) ?? failed[0] ?? 0;
}
