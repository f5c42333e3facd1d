// The tool endpoint beside REST and beside the official server SDK, in one run: node bench/tools.ts

import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { median, run, startServer } from './support/processes.ts';

const PIECES = 1_000;
const CONNECTIONS = 16;
const ROUNDS = 2;
const ROUND_MS = 1_500;

const folder = await mkdtemp(join(tmpdir(), 'standfirst-bench-'));
const environment = { DATA_DIR: join(folder, 'data'), RATE_LIMITS: 'off' };

const CALL = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'recent_pieces', arguments: {} },
});
const POSTED = [
  'Content-Type: application/json',
  'Accept: application/json, text/event-stream',
  `Content-Length: ${CALL.length}`,
];

interface Load {
  what: string;
  address: string;
  body: string | null;
  rates: number[];
}

/** The same bytes over and over: a client that did more would be what is measured. */
function bytesOf({ address, body }: Load): Buffer {
  const { pathname, host } = new URL(address);
  const lines = body === null ? [`GET ${pathname} HTTP/1.1`] : [`POST ${pathname} HTTP/1.1`, ...POSTED];
  return Buffer.from(`${[...lines, `Host: ${host}`].join('\r\n')}\r\n\r\n${body ?? ''}`);
}

const HEAD = /^HTTP\/1\.1 200 [\s\S]*?content-length: (\d+)[\s\S]*?\r\n\r\n/i;

/** One answer after the other over one connection; how many came until the time was up. */
function busy(load: Load, until: number): Promise<number> {
  const bytes = bytesOf(load);
  const socket = connect(Number(new URL(load.address).port), '127.0.0.1', () => socket.write(bytes));
  return new Promise((resolve, reject) => {
    let done = 0;
    let missing = 0;
    socket.on('error', reject);
    socket.on('data', (part: Buffer) => {
      if (missing === 0) missing = wholeLength(part);
      missing -= part.length;
      if (missing > 0) return;
      done += 1;
      if (performance.now() < until) socket.write(bytes);
      else socket.end(() => resolve(done));
    });
  });
}

/** Of head and body, as the head has it. */
function wholeLength(first: Buffer): number {
  const [head, length] = HEAD.exec(first.toString('latin1', 0, 2_000)) ?? [];
  if (!head || Number(length) < 1_000) throw new Error(`Not a whole answer: ${first}`);
  return head.length + Number(length);
}

/** Requests a second, with every connection busy. */
async function rateOf(load: Load): Promise<number> {
  const begun = performance.now();
  const until = begun + ROUND_MS;
  const done = await Promise.all(Array.from({ length: CONNECTIONS }, () => busy(load, until)));
  return (done.reduce((sum, each) => sum + each, 0) * 1000) / (performance.now() - begun);
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
