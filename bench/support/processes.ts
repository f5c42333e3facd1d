// Runs the project's own programs as a user would, and watches them.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const ROOT = new URL('../../', import.meta.url);
const NODE_FOLDER = dirname(process.execPath);

export const median = (values: number[]) => percentile(values, 50);

export function percentile(values: number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? 0;
}

function start(
  [program = '', ...args]: string[],
  environment: { [name: string]: string },
  input = '',
): ChildProcess {
  const child = spawn(program, args, {
    cwd: ROOT,
    // PATH begins with the Node that runs this, as in npm. Rate limits are off, because all load comes from one IP
    // address.
    env: {
      ...process.env,
      RATE_LIMITS: 'off',
      PATH: `${NODE_FOLDER}:${process.env['PATH']}`,
      ...environment,
    },
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  child.stdin?.end(input);
  return child;
}

/** Runs a program to its end; its peak memory is read from Linux. */
export async function run(args: string[], environment: { [name: string]: string }) {
  const begun = performance.now();
  const child = start(['node', ...args], environment);
  let peakMegabytes = 0;
  const watch = setInterval(async () => {
    peakMegabytes = Math.max(peakMegabytes, await peakMemory(child.pid));
  }, 200);
  const [code] = await once(child, 'exit');
  clearInterval(watch);
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}.`);
  return { seconds: (performance.now() - begun) / 1000, peakMegabytes };
}

const peakMemory = (pid: number | undefined) => memory(pid, 'VmHWM');

async function memory(pid: number | undefined, field: 'VmHWM' | 'VmRSS'): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(status)?.[1] ?? 0) / 1024;
}

const TICKS_A_SECOND = 100;

/** CPU time of a process and of the processes that it has started. */
async function processorSeconds(pid: number | undefined): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
  const theirs = await Promise.all(
    children.split(' ').filter(Boolean).map(Number).map(processorSeconds),
  );
  const own = (Number(fields[11]) + Number(fields[12])) / TICKS_A_SECOND;
  return theirs.reduce((sum, seconds) => sum + seconds, own);
}

/** Share of a CPU below which a process counts as idle. */
const IDLE_SHARE = 0.03;
const IDLE_MS = 4_000;

async function untilIdle(seconds: () => Promise<number>): Promise<void> {
  for (let share = 1; share > IDLE_SHARE; ) {
    const before = await seconds();
    await sleep(IDLE_MS);
    share = ((await seconds()) - before) / (IDLE_MS / 1000);
  }
}

/** Command of `npm start` with all its settings; the shell replaces itself with Node. */
function startCommand(): string[] {
  const { scripts } = JSON.parse(readFileSync(new URL('package.json', ROOT), 'utf8'));
  return ['sh', '-c', String(scripts.start)];
}

/** Starts the real service on a free port, or another program in its place. */
export async function startServer(
  environment: { [name: string]: string },
  program = startCommand(),
  input = '',
) {
  const port = await freePort();
  const child = start(
    program,
    {
      PORT: String(port),
      LOG_LEVEL: 'warn',
      ...environment,
    },
    input,
  );
  let isStopping = false;
  child.once('exit', (code, signal) => {
    if (!isStopping) console.error(`The service ended unexpectedly: ${signal ?? code}.`);
  });
  const base = `http://127.0.0.1:${port}`;
  const deadline = performance.now() + 30_000;
  while (!(await answers(base))) {
    if (child.exitCode !== null || performance.now() > deadline) {
      throw new Error('The service did not start.');
    }
  }
  return {
    base,
    peakMegabytes: () => peakMemory(child.pid),
    residentMegabytes: () => memory(child.pid, 'VmRSS'),
    openFiles: async () => (await readdir(`/proc/${child.pid}/fd`)).length,
    /** CPU time of the server, which doesn't depend on other load on the machine. */
    processorSeconds: () => processorSeconds(child.pid),
    /** Resolves when the server has finished its own work, such as warming its cache. */
    untilIdle: () => untilIdle(() => processorSeconds(child.pid)),
    async stop() {
      isStopping = true;
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
    },
  };
}

const answers = (base: string) =>
  fetch(`${base}/healthz`).then(
    ({ ok }) => ok,
    () => new Promise<false>((resolve) => setTimeout(resolve, 20, false)),
  );

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
