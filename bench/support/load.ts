// Sends one request over and over on many connections, in a separate process: node load.ts JSON

import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { percentile } from './processes.ts';

interface Load {
  port: number;
  /** Bytes of the request, head and body. */
  request: string;
  status: number;
  connections: number;
  ms: number;
}

/** Result of a load: requests per second, and their times in milliseconds. */
export interface Outcome {
  rate: number;
  seconds: number;
  p50: number;
  p99: number;
}

const HEAD_END = '\r\n\r\n';

/** Length of a whole response; throws if the response isn't the expected one. */
function lengthOf(head: string, status: number): number {
  const end = head.indexOf(HEAD_END);
  if (!head.startsWith(`HTTP/1.1 ${status} `) || end < 0)
    throw new Error(`Expected status ${status}, got ${head}`);
  const length = /\r\ncontent-length: (\d+)/i.exec(head.slice(0, end))?.[1] ?? '0';
  return end + HEAD_END.length + Number(length);
}

/** Sends one request after the other over one connection, until the time is up. */
function busy({ port, request, status }: Load, until: number, took: number[]): Promise<void> {
  const bytes = Buffer.from(request);
  return new Promise((resolve, reject) => {
    let missing = 0;
    let begun = 0;
    const ask = () => {
      begun = performance.now();
      socket.write(bytes);
    };
    const socket = connect(port, '127.0.0.1', ask);
    socket.setNoDelay(true).on('error', reject);
    socket.on('data', (part: Buffer) => {
      if (missing === 0) missing = lengthOf(part.toString('latin1', 0, 4_000), status);
      missing -= part.length;
      if (missing > 0) return;
      const now = performance.now();
      took.push(now - begun);
      if (now < until) ask();
      else socket.end(resolve);
    });
  });
}

async function run(load: Load): Promise<Outcome> {
  const took: number[] = [];
  const begun = performance.now();
  const until = begun + load.ms;
  await Promise.all(Array.from({ length: load.connections }, () => busy(load, until, took)));
  const seconds = (performance.now() - begun) / 1000;
  return {
    rate: took.length / seconds,
    seconds,
    p50: percentile(took, 50),
    p99: percentile(took, 99),
  };
}

if (import.meta.main) console.log(JSON.stringify(await run(JSON.parse(await text(process.stdin)))));
