// Measures which processes of the suite take the most processor time, if TEST_TIMES is set, so that they can be made
// cheaper.

import { subscribe } from 'node:diagnostics_channel';
import { appendFileSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
const STAT = '/proc/self/stat';
const TICKS_PER_SECOND = 100;

/** Processor time in seconds. */
interface Times {
  /** The time of this process and its threads. */
  own: number;
  /** The time of child processes that have ended. */
  started: number;
}

interface Process extends Times {
  file: string;
  wall: number;
  /** How many applications the process has built. */
  built: number;
}

/** The file in which the processes of this run record their times. */
const isAsked = () => (process.env['TEST_TIMES'] ?? '') !== '' && existsSync(STAT);
const notes = () => join(ROOT, 'node_modules/.cache/test-times.ndjson');

/** Reads Linux's counters: the fields after the process name, which may contain spaces. */
function timesSoFar(): Times {
  const fields = readFileSync(STAT, 'utf8').split(') ')[1]?.split(' ') ?? [];
  const [user = 0, system = 0, startedUser = 0, startedSystem = 0] = fields
    .slice(11, 15)
    .map(Number);
  return {
    own: (user + system) / TICKS_PER_SECOND,
    started: (startedUser + startedSystem) / TICKS_PER_SECOND,
  };
}

/** Records the times of this process when it exits, under the name of the file that it runs. */
export function noteAtExit(): void {
  if (!isAsked()) return;
  let built = 0;
  subscribe('fastify.initialization', () => {
    built += 1;
  });
  process.once('exit', () => {
    const file = relative(ROOT, process.argv[1] ?? '');
    const noted: Process = { file, ...timesSoFar(), wall: performance.now() / 1000, built };
    appendFileSync(notes(), `${JSON.stringify(noted)}\n`);
  });
}

/** Deletes the times of the last run. */
export function startTimes(): void {
  rmSync(notes(), { force: true });
}

/** Prints a line for each process, the most expensive first, once all have ended. */
export function printTimes(): void {
  if (!isAsked() || !existsSync(notes())) return;
  const lines = readFileSync(notes(), 'utf8').trim().split('\n');
  const processes: Process[] = lines.map((line) => JSON.parse(line));
  const sumOf = ({ own, started }: Times) => own + started;
  const row = (...cells: (string | number)[]) =>
    console.log(
      cells
        .map((cell) => (typeof cell === 'number' ? cell.toFixed(1) : cell).padStart(8))
        .join(' '),
    );
  console.log(
    '\nProcessor time in seconds: its own, of what it started, both; how long it took; applications built.',
  );
  for (const each of processes.toSorted((one, two) => sumOf(two) - sumOf(one))) {
    row(each.own, each.started, sumOf(each), each.wall, String(each.built), `  ${each.file}`);
  }
  const listed = processes.reduce((sum, each) => sum + sumOf(each), 0);
  const all = sumOf(timesSoFar());
  row(listed, '', '', '', '', '  all of these');
  row(all - listed, '', '', '', '', '  PostgreSQL, and this process');
  row(all, '', '', performance.now() / 1000, '', '  everything');
}
