// Drafts that a program sends one after the other, beside bare inserts that are as durable:
// node bench/drafts.ts [COUNT]

import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { ArchiveGenerator } from './support/archive-generator.ts';
import { median, startServer } from './support/processes.ts';
import { report } from './support/report.ts';

const count = Number(process.argv[2] ?? 500);
const WARMING_UP = 50;
const BYTES = 4_000;
const BAR = 0.5;
const WRITER = ['--slug', 'ada', '--name', 'Ada', '--email', 'ada@example.org'];

const dataDir = await mkdtemp(join(tmpdir(), 'standfirst-bench-'));
const command = async (...args: string[]) => {
  const env = { ...process.env, DATA_DIR: dataDir };
  return (await promisify(execFile)(process.execPath, ['src/cli.ts', ...args], { env })).stdout;
};

const { words } = new ArchiveGenerator();
const text = words.join(' ').slice(0, BYTES);

/** One row of the same size in one transaction, on the same disk. */
function bareInsert(): () => void {
  const database = new DatabaseSync(join(dataDir, 'bare.db'));
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
  database.exec('CREATE TABLE drafts (id TEXT PRIMARY KEY, headline TEXT, body TEXT)');
  const insert = database.prepare('INSERT INTO drafts VALUES (?, ?, ?)');
  return () => void insert.run(randomUUID(), 'A draft', text);
}

/** Without a headline it is refused, after everything but the writing. */
function draftPost(base: string, key: string, status: 201 | 400): () => Promise<void> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const headline = status === 201 ? 'A draft' : '';
  const body = JSON.stringify({ headline, body_md: text });
  return async () => {
    const answer = await fetch(`${base}/api/v1/pieces`, { method: 'POST', headers, body });
    await answer.arrayBuffer();
    if (answer.status !== status) throw new Error(`Got ${answer.status}.`);
  };
}

async function timed(work: () => void | Promise<void>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

await command('writer', 'create', ...WRITER, '--password', 'a long password');
const key = (await command('key', 'create', '--writer', 'ada', '--name', 'bench')).trim();
const server = await startServer({ DATA_DIR: dataDir, RATE_LIMITS: 'off' });
try {
  const insert = bareInsert();
  const post = draftPost(server.base, key, 201);
  const refused = draftPost(server.base, key, 400);
  for (let at = 0; at < WARMING_UP; at += 1) await post();
  const posts: number[] = [];
  const inserts: number[] = [];
  const refusals: number[] = [];
  // In turn, so that whatever else the disk does happens to both.
  for (let at = 0; at < count; at += 1) {
    posts.push(await timed(post));
    inserts.push(await timed(insert));
    refusals.push(await timed(refused));
  }
  const ratio = median(inserts) / median(posts);
  for (const [what, times] of Object.entries({ inserts, refusals, posts })) {
    console.log(`${what}: ${median(times).toFixed(2)} ms, median`);
  }
  report([
    { what: 'draft POST, of bare inserts', value: ratio, unit: 'times', bar: BAR, is: 'at least' },
  ]);
} finally {
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
}
