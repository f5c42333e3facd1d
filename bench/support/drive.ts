// Drives a server with the load generator, which runs in a separate process.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { Outcome } from './load.ts';

const GENERATOR = fileURLToPath(new URL('load.ts', import.meta.url));

interface Rounds {
  rounds: number;
  ms: number;
}

/** Number and length of rounds; a quick run has fewer and shorter ones. */
export const roundsOf = (usual: Rounds): Rounds =>
  process.env['BENCH_QUICK'] ? { rounds: 3, ms: 1_000 } : usual;

interface Drive {
  /** Header lines besides Host. */
  headers?: string[];
  /** JSON body, which makes the request a POST. */
  body?: string;
  status?: number;
  connections: number;
  ms: number;
}

export async function drive(
  base: string,
  path: string,
  { headers = [], body, status = 200, connections, ms }: Drive,
): Promise<Outcome> {
  const { host, port } = new URL(base);
  const posted = body === undefined ? [] : postHeaders(body);
  const lines = [`${body === undefined ? 'GET' : 'POST'} ${path} HTTP/1.1`, `Host: ${host}`];
  const request = `${[...lines, ...posted, ...headers].join('\r\n')}\r\n\r\n${body ?? ''}`;
  const child = spawn(process.execPath, [GENERATOR], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(JSON.stringify({ port: Number(port), request, status, connections, ms }));
  const [said, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  if (code !== 0) throw new Error(`The load generator ended with ${code}.`);
  return JSON.parse(said);
}

const postHeaders = (body: string) => [
  'Content-Type: application/json',
  'Accept: application/json, text/event-stream',
  `Content-Length: ${Buffer.byteLength(body)}`,
];
