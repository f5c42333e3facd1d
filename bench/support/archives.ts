// Generated archives in both databases, created once and reused in a folder that the operator names.

import { glob, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { DatabaseKind, Place } from '../../test/support/databases/databases.ts';
import { startPostgres } from '../../test/support/databases/postgres-server.ts';
import { sqlAt } from '../../test/support/databases/sql.ts';
import { run } from './processes.ts';

export interface Imported {
  place: Place;
  /** Cost of the import; null if the archive was there already. */
  cost: { seconds: number; peakMegabytes: number } | null;
}

export const environmentOf = ({ dataDir, databaseUrl }: Place): { [name: string]: string } => ({
  DATA_DIR: dataDir,
  ...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }),
});

const isThere = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  );

export class Archives {
  readonly #folder: string;
  readonly #postgres: { url: string; stop(): Promise<void> };

  private constructor(folder: string, postgres: { url: string; stop(): Promise<void> }) {
    this.#folder = folder;
    this.#postgres = postgres;
  }

  /** BENCH_DIR is a folder to reuse, BENCH_POSTGRES a server whose databases are reused. */
  static async open(): Promise<Archives> {
    const folder = process.env['BENCH_DIR'] ?? (await mkdtemp(join(tmpdir(), 'standfirst-bench-')));
    const url = process.env['BENCH_POSTGRES'];
    return new Archives(folder, url ? { url, async stop() {} } : await startPostgres());
  }

  async imported(kind: DatabaseKind, count: number, bytes = 4_000): Promise<Imported> {
    const place = await this.#placeOf(kind, count);
    if (await holds(place)) return { place, cost: null };
    const file = join(this.#folder, `archive-${count}.ndjson`);
    if (!(await isThere(file)))
      await run(['bench/generate.ts', file, String(count), String(bytes)], {});
    const cost = await run(['src/cli.ts', 'import', file], environmentOf(place));
    return { place, cost };
  }

  /** Makes the next service that starts in this place begin with an empty cache. */
  async emptyCache({ dataDir }: Place): Promise<void> {
    for await (const file of glob(join(dataDir, 'responses*'))) await rm(file);
  }

  async #placeOf(kind: DatabaseKind, count: number): Promise<Place> {
    // Services on two databases must not share a cache file.
    const dataDir = join(this.#folder, `data-${count}${kind === 'sqlite' ? '' : `-${kind}`}`);
    if (kind === 'sqlite') return { dataDir, databaseUrl: null };
    const url = new URL(this.#postgres.url);
    const name = `bench_${count}`;
    await this.#createDatabase(name);
    url.pathname = `/${name}`;
    return { dataDir, databaseUrl: url.href };
  }

  async #createDatabase(name: string): Promise<void> {
    const client = new pg.Client({ connectionString: this.#postgres.url });
    await client.connect();
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${name}`);
    await client.end();
  }

  async close(): Promise<void> {
    await this.#postgres.stop();
    if (!process.env['BENCH_DIR']) await rm(this.#folder, { recursive: true, force: true });
  }
}

const holds = (place: Place) =>
  sqlAt(place, 'SELECT 1 FROM publications LIMIT 1').then(
    (rows) => rows.length > 0,
    () => false,
  );
