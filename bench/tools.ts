// The tool endpoint beside REST and beside the official server SDK, in one run: node bench/tools.ts

import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { median, run, startServer } from './support/processes.ts';

const PIECES = 1_000;
const CONNECTIONS = 16;
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5);
const ROUND_MS = 2_000;

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
  server: { processorSeconds(): Promise<number> };
  /** Requests a second, and requests for each second of the server's processor time. */
  rates: number[];
  work: number[];
}

/** The same bytes over and over: a client that did more would be what is measured. */
function bytesOf({ address, body }: Load): Buffer {
  const { pathname, host } = new URL(address);
  const lines =
    body === null ? [`GET ${pathname} HTTP/1.1`] : [`POST ${pathname} HTTP/1.1`, ...POSTED];
  return Buffer.from(`${[...lines, `Host: ${host}`].join('\r\n')}\r\n\r\n${body ?? ''}`);
}

const HEAD = /^HTTP\/1\.1 200 [\s\S]*?content-length: (\d+)[\s\S]*?\r\n\r\n/i;

/** One answer after the other over one connection; how many came until the time was up. */
function busy(load: Load, until: number): Promise<number> {
  const bytes = bytesOf(load);
  const socket = connect(Number(new URL(load.address).port), '127.0.0.1', () =>
    socket.write(bytes),
  );
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

/** One round with every connection busy. */
async function measure(load: Load): Promise<{ rate: number; work: number }> {
  const [begun, before] = [performance.now(), await load.server.processorSeconds()];
  const until = begun + ROUND_MS;
  const each = await Promise.all(Array.from({ length: CONNECTIONS }, () => busy(load, until)));
  const done = each.reduce((sum, count) => sum + count, 0);
  const seconds = (performance.now() - begun) / 1000;
  return { rate: done / seconds, work: done / ((await load.server.processorSeconds()) - before) };
}

const archive = join(folder, 'archive.ndjson');
await run(['bench/generate.ts', archive, String(PIECES)], {});
await run(['src/cli.ts', 'import', archive], environment);
const service = await startServer(environment);
const sdk = await startServer(environment, ['bench/support/sdk-tool-server.ts']);

const load = (what: string, server: typeof service, path: string, body: string | null): Load => ({
  what,
  server,
  address: server.base + path,
  body,
  rates: [],
  work: [],
});
const tools = load('tools/call', service, '/api/mcp', CALL);
const rest = load('REST', service, '/api/public/pieces/recent', null);
const official = load('official SDK', sdk, '/mcp', CALL);

try {
  // In turn, so that whatever else the machine does falls on all of them alike.
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const each of [tools, rest, official]) {
      const { rate, work } = await measure(each);
      if (round === 0) continue;
      each.rates.push(rate);
      each.work.push(work);
    }
  }
} finally {
  await Promise.all([service.stop(), sdk.stop()]);
  await rm(folder, { recursive: true, force: true });
}

const ratio = (other: Load) => median(tools.rates) / median(other.rates);
const rows = [
  { what: 'recent_pieces, times the official SDK', ratio: ratio(official), bar: 8 },
  { what: 'recent_pieces, of REST', ratio: ratio(rest), bar: 0.6 },
].map((row) => ({ ...row, ratio: Math.round(row.ratio * 100) / 100, ok: row.ratio >= row.bar }));
for (const { what, rates, work } of [tools, rest, official]) {
  const [rate, each] = [rates, work].map((values) => Math.round(median(values)));
  console.log(`${what}: ${rate} requests a second; ${each} for a second of processor time`);
}
console.table(rows);
process.exitCode = rows.every(({ ok }) => ok) ? 0 : 1;
