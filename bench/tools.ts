// The tool endpoint beside REST and beside the official server SDK, in one run: node bench/tools.ts

import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { median, run, startServer } from './support/processes.ts';

const PIECES = 1_000;
const CONNECTIONS = 16;
const ROUNDS = 5;
const ROUND_MS = 3_000;

const folder = await mkdtemp(join(tmpdir(), 'standfirst-bench-'));
const environment = { DATA_DIR: join(folder, 'data'), RATE_LIMITS: 'off' };

const CALL = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'recent_pieces', arguments: {} },
});
const POSTED = {
  method: 'POST',
  headers: {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'content-length': String(CALL.length),
  },
};

interface Load {
  what: string;
  address: string;
  body: string | null;
  rates: number[];
}

const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });

const send = ({ address, body }: Load) =>
  new Promise<void>((resolve, reject) => {
    const sent = request(address, { agent, ...(body === null ? {} : POSTED) }, (response) => {
      let bytes = 0;
      response.on('data', (part: Buffer) => {
        bytes += part.length;
      });
      response.on('end', () => {
        const isWhole = response.statusCode === 200 && bytes > 1_000;
        if (isWhole) resolve();
        else reject(new Error(`${address}: ${response.statusCode}, ${bytes} bytes`));
      });
    });
    sent.on('error', reject);
    sent.end(body ?? undefined);
  });

/** Requests a second, with every connection busy. */
async function rateOf(load: Load): Promise<number> {
  const begun = performance.now();
  let done = 0;
  const busy = async () => {
    while (performance.now() - begun < ROUND_MS) {
      await send(load);
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, busy));
  return (done * 1000) / (performance.now() - begun);
}

const archive = join(folder, 'archive.ndjson');
await run(['bench/generate.ts', archive, String(PIECES)], {});
await run(['src/cli.ts', 'import', archive], environment);
const service = await startServer(environment);
const sdk = await startServer(environment, ['bench/support/sdk-tool-server.ts']);

const tools: Load = {
  what: 'tools/call',
  address: `${service.base}/api/mcp`,
  body: CALL,
  rates: [],
};
const rest: Load = {
  what: 'REST',
  address: `${service.base}/api/public/pieces/recent`,
  body: null,
  rates: [],
};
const official: Load = { what: 'official SDK', address: `${sdk.base}/mcp`, body: CALL, rates: [] };

try {
  // In turn, so that whatever else the machine does falls on all of them alike.
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const load of [tools, rest, official]) {
      const rate = await rateOf(load);
      if (round > 0) load.rates.push(rate);
    }
  }
} finally {
  agent.destroy();
  await Promise.all([service.stop(), sdk.stop()]);
  await rm(folder, { recursive: true, force: true });
}

const ratio = (load: Load) => median(tools.rates) / median(load.rates);
const rows = [
  { what: 'recent_pieces, times the official SDK', ratio: ratio(official), bar: 8 },
  { what: 'recent_pieces, of REST', ratio: ratio(rest), bar: 0.6 },
].map((row) => ({ ...row, ratio: Math.round(row.ratio * 100) / 100, ok: row.ratio >= row.bar }));
for (const { what, rates } of [tools, rest, official]) {
  console.log(`${what}: ${Math.round(median(rates))} requests a second`);
}
console.table(rows);
process.exitCode = rows.every(({ ok }) => ok) ? 0 : 1;
