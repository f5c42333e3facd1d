// Drafts sent by programs, compared with bare inserts that are as durable: node bench/drafts.ts

import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { ArchiveGenerator } from './support/archive-generator.ts';
import { drive, roundsOf } from './support/drive.ts';
import { median, startServer } from './support/processes.ts';
import { report } from './support/report.ts';

const CONNECTIONS = 64;
const { rounds, ms } = roundsOf({ rounds: 5, ms: 2_000 });
const BYTES = 4_000;
const WRITER = ['--slug', 'ada', '--name', 'Ada', '--email', 'ada@example.org'];

const dataDir = await mkdtemp(join(tmpdir(), 'standfirst-bench-'));
const command = async (...args: string[]) => {
  const env = { ...process.env, DATA_DIR: dataDir };
  return (await promisify(execFile)(process.execPath, ['src/cli.ts', ...args], { env })).stdout;
};

const { words } = new ArchiveGenerator();
const text = words.join(' ').slice(0, BYTES);

/** Inserts per second of rows of the same size on the same disk, with a transaction for each. */
function bareInserts(): () => number {
  const database = new DatabaseSync(join(dataDir, 'bare.db'));
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
  database.exec('CREATE TABLE drafts (id TEXT PRIMARY KEY, headline TEXT, body TEXT)');
  const insert = database.prepare('INSERT INTO drafts VALUES (?, ?, ?)');
  return () => {
    const begun = performance.now();
    let done = 0;
    for (; performance.now() - begun < ms; done += 1) insert.run(randomUUID(), 'A draft', text);
    return (done * 1000) / (performance.now() - begun);
  };
}

const password = join(dataDir, 'password');
await writeFile(password, 'a long password');
await command('writer', 'create', ...WRITER, '--password-file', password);
const key = (await command('key', 'create', '--writer', 'ada', '--name', 'bench')).trim();
const server = await startServer({ DATA_DIR: dataDir, LOG_LEVEL: 'info' });

const post = () =>
  drive(server.base, '/api/v1/pieces', {
    headers: [`Authorization: Bearer ${key}`],
    body: JSON.stringify({ headline: 'A draft', body_md: text }),
    status: 201,
    connections: CONNECTIONS,
    ms,
  });

const drafts: number[] = [];
const inserts: number[] = [];
try {
  const insert = bareInserts();
  // Both are measured in turn, so that other load on the disk affects both.
  for (let round = 0; round <= rounds; round += 1) {
    const { rate } = await post();
    const bare = insert();
    if (round === 0) continue;
    drafts.push(rate);
    inserts.push(bare);
  }
} finally {
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
}
const value = median(drafts.map((rate, at) => rate / (inserts[at] ?? 0)));
console.log(
  `${Math.round(median(drafts))} drafts and ${Math.round(median(inserts))} bare inserts a second`,
);
report([{ what: 'draft POST, of bare inserts', value, unit: 'times', bar: 0.5, is: 'at least' }]);
