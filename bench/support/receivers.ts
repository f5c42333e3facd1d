// Receivers of webhooks on a separate thread: some answer immediately or after a time, some never do.

import { createServer, type ServerResponse } from 'node:http';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';

/** Every path is a receiver; `/hang` never answers, `/50` answers after 50 ms. */
function receive(): void {
  let answered = 0;
  let wanted: number[] = [];
  parentPort?.on('message', (counts: number[]) => {
    answered = 0;
    wanted = counts;
  });
  const answer = (response: ServerResponse) => {
    response.writeHead(204).end();
    answered += 1;
    if (wanted.includes(answered)) parentPort?.postMessage(answered);
  };
  const server = createServer((request, response) => {
    request.resume();
    const path = request.url ?? '';
    if (path.startsWith('/hang')) return;
    const ms = Number(/^\/(\d+)/.exec(path)?.[1] ?? 0);
    request.on('end', () => {
      if (ms === 0) answer(response);
      else setTimeout(answer, ms, response);
    });
  });
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    parentPort?.postMessage(typeof address === 'object' && address ? address.port : 0);
  });
}

if (!isMainThread && workerData === 'receivers') receive();

export interface Receivers {
  origin: string;
  /** Resolves when that number of deliveries has arrived from now on; several counts must be in rising order. */
  came(...counts: number[]): Promise<void>[];
  stop(): Promise<unknown>;
}

export async function startReceivers(): Promise<Receivers> {
  const worker = new Worker(new URL(import.meta.url), { workerData: 'receivers' });
  const port = await new Promise((resolve) => worker.once('message', resolve));
  return {
    origin: `http://127.0.0.1:${port}`,
    came(...counts) {
      worker.postMessage(counts);
      return counts.map(
        (count) =>
          new Promise((resolve) => {
            worker.on('message', (answered) => answered === count && resolve());
          }),
      );
    },
    stop: () => worker.terminate(),
  };
}
