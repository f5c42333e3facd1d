// demo: the whole service with lively content, ready to be tried.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Config, readConfig } from '../../config.ts';
import { OperatorError } from '../../errors.ts';
import { setPassword } from '../../operations/accounts/writers.ts';
import { createKey } from '../../operations/api-keys/api-keys.ts';
import { importArchive } from '../../operations/archive/import.ts';
import type { Context } from '../../operations/operation.ts';
import { openStore } from '../../store/store.ts';
import type { Command } from '../command.ts';
import { start } from '../start.ts';
import { demoContent } from './content.ts';
import { seededReaders } from './views.ts';

const WRITER = 'iris-calloway';
const EMAIL = 'iris-calloway@example.org';
const PASSWORD = 'read on, reader';

export const demo: Command = {
  name: 'demo',
  summary: 'Serve demo content from SQLite; in DATA_DIR when set, else until it is stopped.',
  usage: '',
  async run() {
    const temporary = await mkdtemp(join(tmpdir(), 'standfirst-demo-'));
    const cleanUp = () => rm(temporary, { recursive: true, force: true });
    try {
      await serveDemo(demoConfig(temporary), cleanUp);
    } catch (error) {
      await cleanUp();
      throw error;
    }
  },
};

async function serveDemo(config: Config, cleanUp: () => Promise<void>): Promise<void> {
  const store = await openStore(config);
  const context = { store, config, now: () => new Date() };
  await seedOnce(context).catch(async (error) => {
    await store.close();
    throw error;
  });
  const { key } = await createKey(context, {
    writer: WRITER,
    name: 'demo',
    scope: 'pieces:write',
    expiresAt: null,
  });
  await start(config, store, { stopped: cleanUp });
  console.log(greeting(config, key));
}

/** Fills an empty database; one that holds something else is left alone. */
async function seedOnce(context: Context): Promise<void> {
  const { store, config } = context;
  const isEmpty = (await store.authors.page(null, 1)).length === 0;
  if (isEmpty) return seed(context);
  if (await store.authors.bySlug(WRITER)) return;
  throw new OperatorError(
    `DATA_DIR ${config.dataDir} holds something else than the demo: name another folder.`,
  );
}

// Quiet, on SQLite, and without rate limits, so that anyone can try a load tool on it. It may reach
// its own machine, where whoever tries it has their website and their webhook.
const demoConfig = (temporary: string) =>
  readConfig(
    { LOG_LEVEL: 'warn', DATA_DIR: temporary, WEBHOOK_ALLOW: '127.0.0.0/8, ::1' },
    { DATABASE_URL: '', RATE_LIMITS: 'off' },
  );

export async function seed(context: Context): Promise<void> {
  const now = context.now();
  const { lines, published } = await demoContent(now);
  await importArchive(context, lines);
  await context.store.views.insertHours(seededReaders(published, now));
  await setPassword(context, WRITER, PASSWORD);
}

const greeting = ({ siteName, baseUrl }: Config, key: string) => `
  ${siteName} is at ${baseUrl}

  The front page  ${baseUrl}/
  A search        ${baseUrl}/search?q=bridge
  For programs    ${baseUrl}/developers

  The desk        ${baseUrl}/desk
  E-mail          ${EMAIL}
  Password        ${PASSWORD}
  API key         ${key}

  Stop with Ctrl+C.
`;
