// The tool endpoint beside REST and beside the official server SDK, in one run: node bench/tools.ts

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { drive, roundsOf } from './support/drive.ts';
import { keyIn } from './support/keys.ts';
import { median, run, startServer } from './support/processes.ts';
import { report } from './support/report.ts';

const PIECES = 1_000;
const CONNECTIONS = 64;
const { rounds: ROUNDS, ms: ROUND_MS } = roundsOf({ rounds: 5, ms: 2_000 });

const folder = await mkdtemp(join(tmpdir(), 'standfirst-bench-'));
const environment = { DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'info' };
const archive = join(folder, 'archive.ndjson');
await run(['bench/generate.ts', archive, String(PIECES)], {});
await run(['src/cli.ts', 'import', archive], environment);
const key = await keyIn(environment);
const service = await startServer(environment);
const sdk = await startServer(environment, ['node', 'bench/support/sdk-tool-server.ts']);

const CALL = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'recent_pieces', arguments: {} },
});

const LOADS = {
  'tools/call': { base: service.base, path: '/api/mcp', body: CALL },
  REST: { base: service.base, path: '/api/public/pieces/recent' },
  'tools/call with a key': {
    base: service.base,
    path: '/mcp',
    body: CALL,
    headers: [`Authorization: Bearer ${key}`],
  },
  'official SDK': { base: sdk.base, path: '/mcp', body: CALL },
};

const rates = new Map<string, number[]>();
try {
  // In turn, so that whatever else the machine does falls on all of them alike.
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const [what, { base, path, ...posted }] of Object.entries(LOADS)) {
      const load = { ...posted, connections: CONNECTIONS, ms: ROUND_MS };
      const { rate } = await drive(base, path, load);
      if (round > 0) rates.set(what, [...(rates.get(what) ?? []), rate]);
    }
  }
} finally {
  await Promise.all([service.stop(), sdk.stop()]);
  await rm(folder, { recursive: true, force: true });
}

const rateOf = (what: keyof typeof LOADS) => median(rates.get(what) ?? []);
for (const what of rates.keys()) {
  console.log(`${what}: ${Math.round(median(rates.get(what) ?? []))} requests a second`);
}
const row = (what: string, value: number, bar: number) =>
  ({ what, value, unit: 'times', bar, is: 'at least' }) as const;
report([
  row('recent_pieces, of the official SDK', rateOf('tools/call') / rateOf('official SDK'), 8),
  row(
    'recent_pieces at /mcp, of /api/mcp',
    rateOf('tools/call with a key') / rateOf('tools/call'),
    0.5,
  ),
  row('recent_pieces, of REST', rateOf('tools/call') / rateOf('REST'), 0.4),
]);
