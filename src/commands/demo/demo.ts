// The command demo: the whole service with sample content, ready to be tried.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Config, readConfig } from '../../config.ts';
import type { Command } from '../command.ts';

export const demo: Command = {
  name: 'demo',
  summary: 'Serve demo content from SQLite, which is kept only if DATA_DIR is set.',
  usage: '',
  async run() {
    const temporary = await mkdtemp(join(tmpdir(), 'standfirst-demo-'));
    const cleanUp = () => rm(temporary, { recursive: true, force: true });
    try {
      const config = demoConfig(temporary);
      const length = config.dataDir === temporary ? 'until you stop it' : `in ${config.dataDir}`;
      console.log(`Starting the demo: the whole service on SQLite, ${length} …`);
      // Imported after the message above, because importing takes a second or more.
      const { serveDemo } = await import('./serve-demo.ts');
      await serveDemo(config, cleanUp);
    } catch (error) {
      await cleanUp();
      throw error;
    }
  },
};

// No rate limits, for load tools. Loopback is allowed, because people try their website and webhook on this machine.
const demoConfig = (temporary: string): Config =>
  readConfig(
    { LOG_LEVEL: 'warn', DATA_DIR: temporary, WEBHOOK_ALLOW: '127.0.0.0/8, ::1' },
    { DATABASE_URL: '', RATE_LIMITS: 'off' },
  );
