// Fingerprint of what public responses depend on besides content; if it changes, cached responses are discarded.

import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Config } from '../../config.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** Folders and files that responses are made from; npm's lock files contain the versions of packages. */
const FOLDERS = ['src', 'assets', 'browser', 'clients/typescript/src'];
const FILES = ['package.json', 'package-lock.json', 'node_modules/.package-lock.json'];

/** Settings that no public response depends on; some of them are secrets. */
const WITHOUT_EFFECT = new Set<string>([
  ...[
    'workers',
    'port',
    'host',
    'socket',
    'dataDir',
    'databaseUrl',
    'databaseReadUrl',
    'databasePool',
  ],
  ...['drainSeconds', 'crawlerLimit', 'maxConnections', 'trustProxy', 'smtpUrl'],
  ...['responseCacheBytes', 'overflowBytes', 'bodyMemoryBytes', 'mediaBucket', 'webhookAllow'],
  ...['deliveries', 'metricsPort', 'metricsHost', 'logLevel', 'logSample'],
]);

export async function responseFingerprint(config: Config): Promise<string> {
  const hash = createHash('sha256');
  const settings = Object.entries(config).filter(([name]) => !WITHOUT_EFFECT.has(name));
  const { locale, timeZone } = Intl.DateTimeFormat().resolvedOptions();
  hash.update(JSON.stringify([settings, process.versions, locale, timeZone]));
  for (const folder of FOLDERS) {
    const entries = await readdir(join(ROOT, folder), { recursive: true });
    for (const entry of entries.sort()) hash.update(stateOf(join(folder, entry)));
  }
  for (const file of FILES) hash.update(stateOf(file));
  return hash.digest('hex');
}

/** Change times can't be set by a program, so every written, replaced or unpacked file gets a new one. */
function stateOf(path: string): string {
  const stats = statSync(join(ROOT, path), { throwIfNoEntry: false });
  return `${path} ${stats?.isFile() ? `${stats.size} ${stats.ctimeMs}` : ''}\n`;
}
