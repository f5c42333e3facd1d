// A place with pieces and images to back up, and what a restored one has to be.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { type Config, configFrom } from '../../src/config.ts';
import { operatorStorage } from '../../src/media/choose-storage.ts';
import { exportArchive } from '../../src/operations/archive/export.ts';
import { examine } from '../../src/operations/doctor/doctor.ts';
import { newContext } from '../../src/operations/operation.ts';
import { openStore } from '../../src/store/store.ts';
import { author, piece } from '../support/archive/records.ts';
import { emptyPlace, freshPlace, type Place } from '../support/databases/databases.ts';
import { contextAt, importLines } from '../support/databases/existing-database.ts';

export const configAt = (
  { dataDir, databaseUrl }: Place,
  more: { [name: string]: string } = {},
): Config =>
  configFrom({
    BASE_URL: 'https://press.example',
    LOG_LEVEL: 'silent',
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl ?? '',
    ...more,
  });

export async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'standfirst-backup-'));
  after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Its two files, named after the content of the first. */
export async function storeImage(config: Config, content: string): Promise<string> {
  const name = `${createHash('sha256').update(content).digest('hex')}-4x3`;
  const storage = operatorStorage(config);
  await storage.put(`${name}.webp`, Buffer.from(content));
  await storage.put(`${name}.fallback`, Buffer.from(`${content} as JPEG`));
  return `/media/${name}`;
}

/** Some pieces on SQLite, each with a different image. */
export async function pieces(count = 3, environment: { [name: string]: string } = {}) {
  const place = await freshPlace('sqlite');
  const config = configAt(place, environment);
  const context = await contextAt(place);
  const lines: object[] = [author('ada')];
  for (let at = 0; at < count; at += 1) {
    const url = await storeImage(config, `image ${at}`);
    lines.push(piece('ada', { headline: `Piece ${at}`, body_md: `![An image](${url})` }));
  }
  await importLines(context, lines);
  await context.store.close();
  return { place, config };
}

/** Where there is nothing yet, to restore into. */
export const emptyConfig = async (more: { [name: string]: string } = {}) =>
  configAt(await emptyPlace('sqlite'), more);

/** Every line of an archive of all that is stored, sorted. */
export async function exportOf(config: Config): Promise<string[]> {
  const store = await openStore(config);
  const lines: string[] = [];
  try {
    const context = newContext(store, config);
    await exportArchive(context, null, async (line) => void lines.push(line));
  } finally {
    await store.close();
  }
  return lines.sort();
}

/** Nothing that doctor looks at is wrong with it. */
export async function assertWell(config: Config): Promise<void> {
  const store = await openStore(config);
  const problems: string[] = [];
  try {
    for await (const { isWell, words } of examine(newContext(store, config))) {
      if (!isWell) problems.push(words);
    }
  } finally {
    await store.close();
  }
  assert.deepEqual(problems, []);
}

export async function imagesAt(config: Config): Promise<{ [name: string]: string }> {
  const storage = operatorStorage(config);
  const found: { [name: string]: string } = {};
  for await (const { name } of storage.list()) {
    found[name] = String(await storage.get(name));
  }
  return found;
}
