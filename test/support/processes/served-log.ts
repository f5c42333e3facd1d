// Runs the service as an operator would, and returns its log.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { Place } from '../databases/databases.ts';
import { freePort } from '../databases/postgres-server.ts';
import { type Environment, environmentOf, startCli } from './cli.ts';

interface LogLine {
  level: number;
  [name: string]: unknown;
}

/** Serves while the work runs, then returns the lines of the log. */
export async function logOf(
  place: Place,
  work: (origin: string) => Promise<void>,
  settings: Environment = {},
): Promise<LogLine[]> {
  const PORT = String(await freePort());
  const environment = { ...environmentOf(place), ...settings, PORT };
  const { process: child, ended } = startCli(environment, ['serve']);
  let output = '';
  child.stdout?.on('data', (text) => {
    output += String(text);
  });
  try {
    while (!/listening at (http:[^"]+)"/.test(output)) {
      const exit = ended.then(({ stderr }) => Promise.reject(new Error(stderr)));
      if (child.stdout) await Promise.race([once(child.stdout, 'data'), exit]);
    }
    await work(String(/listening at (http:[^"]+)"/.exec(output)?.[1]));
  } finally {
    child.kill('SIGTERM');
  }
  const { code, stdout } = await ended;
  assert.equal(code, 0);
  const lines = stdout.split('\n').filter((line) => line.startsWith('{'));
  return lines.map((line) => JSON.parse(line));
}
