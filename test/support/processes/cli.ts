// Runs the operator's commands, each in a separate process as an operator would.

import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Place } from '../databases/databases.ts';
import { UNLIMITED } from '../unlimited.ts';
import { bundled } from './bundled.ts';

export const SOURCE = fileURLToPath(new URL('../../../src/cli.ts', import.meta.url));

/** The program that an operator starts, or its bundle. */
export const CLI = bundled(SOURCE);

/** A command that hangs fails its own test, and must not hold up the others. In a soak, some take an hour. */
const LONGEST_MS = process.env['SOAK'] ? 2 * 60 * 60_000 : 240_000;

export interface Ended {
  code: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
}

export interface Running {
  process: ChildProcess;
  ended: Promise<Ended>;
}

export interface Environment {
  [name: string]: string;
}

/**
 * The settings that point a process to a database. From the test run's own environment, the process gets only the
 * folder for cached code.
 */
export function environmentOf(place: Place): Environment {
  return {
    PATH: process.env['PATH'] ?? '',
    NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? '',
    DATA_DIR: place.dataDir,
    // A stopped process must not wait for requests that no test will send.
    DRAIN_SECONDS: '0',
    ...UNLIMITED,
    ...(place.databaseUrl === null ? {} : { DATABASE_URL: place.databaseUrl }),
  };
}

export const startCli = (environment: Environment, args: string[], input?: string) =>
  startProgram(process.execPath, environment, [CLI, ...args], input);

/** Starts the code without a bundle, for tests that depend on how the code is loaded. */
export const startSource = (environment: Environment, args: string[]) =>
  startProgram(process.execPath, environment, [SOURCE, ...args]);

/** Starts the program after a shell command, such as one that sets a limit. */
export const startCliWithin = (command: string, environment: Environment, args: string[]) =>
  startProgram('/bin/sh', environment, [
    '-c',
    `${command} && exec "$@"`,
    'sh',
    process.execPath,
    CLI,
    ...args,
  ]);

export const SERVE = fileURLToPath(new URL('../../../bin/serve', import.meta.url));

/** Starts the service as `npm start` or a service manager does, on a machine with another Node or none. */
export const startAsNpm = (environment: Environment) =>
  startProgram(SERVE, { ...environment, PATH: '/usr/bin:/bin' }, []);

export function startProgram(
  program: string,
  environment: Environment,
  args: string[],
  input = '',
): Running {
  const child = spawn(program, args, { env: environment });
  const output = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output.stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output.stderr += text;
  });
  // A process that ends before reading its input must not fail the test.
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  const ended = once(child, 'close').then(() => ({
    code: child.exitCode,
    signal: child.signalCode,
    ...output,
  }));
  return { process: child, ended };
}

export async function runCli(
  environment: Environment,
  args: string[],
  input?: string,
): Promise<Ended> {
  const { process: child, ended } = startCli(environment, args, input);
  const hanging = setTimeout(() => child.kill('SIGKILL'), LONGEST_MS);
  return ended.finally(() => clearTimeout(hanging));
}

export const cliAt = (place: Place, ...args: string[]) => runCli(environmentOf(place), args);

/** Runs `writer create` with these options. The password goes to standard input, where other users can't see it. */
export const createWriterAt = (
  place: Place,
  { password, ...options }: { [name: string]: string; password: string },
  ...more: string[]
) => {
  const words = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]);
  return runCli(environmentOf(place), ['writer', 'create', ...words, ...more], `${password}\n`);
};

export function assertDone({ code, stderr }: Ended): void {
  assert.equal(code, 0, stderr);
}

/** Asserts that a command failed as an operator should see it: with one line that says why, and nothing else. */
export function assertOneLine(
  { code, signal, stderr }: Ended,
  ...words: (string | RegExp)[]
): void {
  assert.equal(signal, null);
  assert.match(stderr, /^[^\n]+\n$/, `one line expected, got:\n${stderr}`);
  assert.doesNotMatch(stderr, /^\s+at |node:internal|Warning/m);
  for (const word of words) {
    if (typeof word === 'string') assert.ok(stderr.includes(word), `${word} is not in: ${stderr}`);
    else assert.match(stderr, word);
  }
  assert.notEqual(code, 0);
}
