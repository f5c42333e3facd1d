// The tool endpoints compared with each other, REST and the official server SDK: node bench/tools.ts

import type { DatabaseKind } from '../test/support/databases/databases.ts';
import { Archives, environmentOf } from './support/archives.ts';
import { drive, roundsOf } from './support/drive.ts';
import { keyIn, tokenIn } from './support/keys.ts';
import { median, startServer } from './support/processes.ts';
import { report } from './support/report.ts';

const PIECES = 1_000;
const CONNECTIONS = 64;
const { rounds: ROUNDS, ms: ROUND_MS } = roundsOf({ rounds: 5, ms: 2_000 });
const BASE_URL = 'http://localhost:1';

const CALL = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'recent_pieces', arguments: {} },
});

interface Load {
  base: string;
  path: string;
  body?: string;
  headers?: string[];
}

const archives = await Archives.open();
const servers: { stop(): Promise<void> }[] = [];

/** Requests that need no key, and the same requests with a key and with an app's token. */
async function loadsOn(kind: DatabaseKind): Promise<{ [what: string]: Load }> {
  const { place } = await archives.imported(kind, PIECES);
  const environment = { ...environmentOf(place), LOG_LEVEL: 'info', BASE_URL };
  const key = await keyIn(environment);
  const token = await tokenIn(place, `${BASE_URL}/mcp`);
  const service = await startServer(environment);
  servers.push(service);
  const call = (path: string, ...headers: string[]) => ({
    ...{ base: service.base, path, body: CALL, headers },
  });
  return {
    [`tools/call, ${kind}`]: call('/api/mcp'),
    [`tools/call with a key, ${kind}`]: call('/mcp', `Authorization: Bearer ${key}`),
    [`tools/call by an app, ${kind}`]: call('/mcp', `Authorization: Bearer ${token}`),
    ...(kind === 'sqlite' && { REST: { base: service.base, path: '/api/public/pieces/recent' } }),
  };
}

async function sdkLoad(): Promise<Load> {
  const { place } = await archives.imported('sqlite', PIECES);
  const server = await startServer(environmentOf(place), [
    'node',
    'bench/support/sdk-tool-server.ts',
  ]);
  servers.push(server);
  return { base: server.base, path: '/mcp', body: CALL };
}

const rates = new Map<string, number[]>();
try {
  const loads: { [what: string]: Load } = {
    ...(await loadsOn('sqlite')),
    ...(await loadsOn('postgres')),
    'official SDK': await sdkLoad(),
  };
  // Endpoints are measured in turn, so that other load on the machine affects all of them.
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const [what, { base, path, ...posted }] of Object.entries(loads)) {
      const load = { ...posted, connections: CONNECTIONS, ms: ROUND_MS };
      const { rate } = await drive(base, path, load);
      if (round > 0) rates.set(what, [...(rates.get(what) ?? []), rate]);
    }
  }
} finally {
  await Promise.all(servers.map((server) => server.stop()));
  await archives.close();
}

const rateOf = (what: string) => median(rates.get(what) ?? []);
for (const what of rates.keys()) {
  console.log(`${what}: ${Math.round(rateOf(what))} requests a second`);
}
const row = (what: string, value: number, bar: number) =>
  ({ what, value, unit: 'times', bar, is: 'at least' }) as const;
const ofOpen = (kind: DatabaseKind) =>
  ['with a key', 'by an app'].map((who) =>
    row(
      `recent_pieces at /mcp ${who}, of /api/mcp, ${kind}`,
      rateOf(`tools/call ${who}, ${kind}`) / rateOf(`tools/call, ${kind}`),
      0.5,
    ),
  );
const rate = rateOf('tools/call, sqlite');
report([
  row('recent_pieces, of the official SDK', rate / rateOf('official SDK'), 8),
  ...ofOpen('sqlite'),
  ...ofOpen('postgres'),
  row('recent_pieces, of REST', rate / rateOf('REST'), 0.4),
]);
