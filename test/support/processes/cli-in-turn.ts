// Runs many commands in one process, each as if it were the first, since loading the code takes longer than a refusal.
// Only for refusals and help, which leave nothing behind that a later command could find.

import assert from 'node:assert/strict';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { CLI, type Ended, type Environment, startProgram } from './cli.ts';

export interface Turn {
  args: string[];
  environment?: Environment;
}

/** The result of each command, in the given order. */
export async function runCliInTurn(environment: Environment, turns: Turn[]): Promise<Ended[]> {
  const own = fileURLToPath(import.meta.url);
  const args = [own, CLI, JSON.stringify(turns)];
  const { code, stdout, stderr } = await startProgram(process.execPath, environment, args).ended;
  assert.equal(code, 0, stderr);
  const ended: Ended[] = JSON.parse(stdout);
  assert.equal(ended.length, turns.length);
  return ended;
}

type Written = Pick<Ended, 'stdout' | 'stderr'>;

/** Captures what is written to standard output and standard error while the work runs. */
async function takenDown(work: () => Promise<unknown>): Promise<Written> {
  const written: Written = { stdout: '', stderr: '' };
  const writes = { stdout: process.stdout.write, stderr: process.stderr.write };
  for (const name of ['stdout', 'stderr'] as const) {
    process[name].write = (text: unknown, done?: unknown) => {
      written[name] += String(text);
      if (typeof done === 'function') done();
      return true;
    };
  }
  try {
    await work();
  } finally {
    for (const name of ['stdout', 'stderr'] as const) process[name].write = writes[name];
  }
  return written;
}

/** Thrown in place of ending the process, since other commands follow. */
class TurnEnded extends Error {}

async function oneTurn(url: string): Promise<void> {
  try {
    await import(url);
  } catch (error) {
    if (!(error instanceof TurnEnded)) throw error;
  }
}

async function take(cli: string, turns: Turn[]): Promise<Ended[]> {
  const ended: Ended[] = [];
  process.exit = (code) => {
    process.exitCode = Number(code);
    throw new TurnEnded();
  };
  const usual = { ...process.env };
  for (const stream of [process.stdout, process.stderr]) stream.setMaxListeners(0);
  for (const [at, { args, environment }] of turns.entries()) {
    process.argv = [process.execPath, cli, ...args];
    process.env = { ...usual, ...environment };
    process.exitCode = 0;
    // A module with another URL is loaded again; the modules that it imports stay loaded.
    const written = await takenDown(() => oneTurn(`${pathToFileURL(cli).href}?${at}`));
    ended.push({ code: Number(process.exitCode), signal: null, ...written });
  }
  process.exitCode = 0;
  return ended;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [, , cli = '', turns = ''] = process.argv;
  console.log(JSON.stringify(await take(cli, JSON.parse(turns))));
}
