// Crawler in a separate process: requests every path once over many connections, and again later if told to. The
// options arrive as a message, and the result is sent back as one.

import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { Connection } from './connection.ts';

export interface Crawl {
  port: number;
  /** User agent, or null for one that isn't known as a crawler's. */
  agent?: string | null;
  paths: string[];
  connections: number;
  /** Duration for which the whole crawl is repeated. */
  forMs: number;
}

export interface Crawled {
  seconds: number;
  /** Number of successful responses, including repetitions. */
  answered: number;
  /** Number of responses that told the crawler to come again later. */
  toldToWait: number;
  /** Number of all other responses. */
  failed: number;
}

const AGENT = 'Mozilla/5.0 (compatible; BenchBot/1.0)';
const WAIT = new Set([429, 503]);

async function run({ port, agent = AGENT, paths, connections, forMs }: Crawl): Promise<Crawled> {
  const counts = { answered: 0, toldToWait: 0, failed: 0 };
  const begun = performance.now();
  let left = paths.values();
  const next = () => {
    const { value, done } = left.next();
    if (!done || performance.now() - begun > forMs) return value;
    left = paths.values();
    return left.next().value;
  };
  const crawl = async () => {
    const connection = new Connection(port, agent ?? 'unnamed');
    for (let path = next(); path !== undefined; path = next()) {
      let answer = await connection.ask(path);
      while (WAIT.has(answer.status)) {
        counts.toldToWait += 1;
        await setTimeout(answer.retryAfter * 1_000);
        answer = await connection.ask(path);
      }
      counts[answer.status === 200 ? 'answered' : 'failed'] += 1;
    }
    connection.end();
  };
  await Promise.all(Array.from({ length: connections }, crawl));
  return { ...counts, seconds: (performance.now() - begun) / 1_000 };
}

const [crawl] = await once(process, 'message');
process.send?.(await run(crawl), () => process.disconnect?.());
