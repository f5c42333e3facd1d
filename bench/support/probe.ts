// Response times of /healthz, measured on a separate thread, so that the other load doesn't delay the measuring.

import { setTimeout } from 'node:timers/promises';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';

const EVERY_MS = 200;

async function probe(url: string): Promise<void> {
  for (;;) {
    const begun = performance.now();
    const answer = await fetch(url).catch(() => null);
    await answer?.arrayBuffer();
    parentPort?.postMessage(answer?.ok ? performance.now() - begun : Number.POSITIVE_INFINITY);
    await setTimeout(EVERY_MS);
  }
}

if (!isMainThread && workerData.probe) await probe(workerData.probe);

export interface Probe {
  /** Times in milliseconds since the last call; infinite if a request failed. */
  take(): number[];
  stop(): Promise<unknown>;
}

export function startProbe(base: string): Probe {
  const times: number[] = [];
  const worker = new Worker(new URL(import.meta.url), { workerData: { probe: `${base}/healthz` } });
  worker.on('message', (ms: number) => times.push(ms));
  return { take: () => times.splice(0), stop: () => worker.terminate() };
}
