// The SQLite file of cached responses: one table, written in batches on a thread. A full file loses its oldest rows.

import { randomUUID } from 'node:crypto';
import { chmod, open, stat } from 'node:fs/promises';
import { PRIVATE } from '../../private-files.ts';
import { ThreadConnection } from '../sqlite/async-connections.ts';
import type { Statement } from '../sqlite/sync-connection.ts';

export interface Origin {
  id: string;
  fingerprint: string;
  /** The name of a recent change in the database that the responses come from. */
  change: string;
}

/** Writes are not synced: after a power cut, checksums reveal damaged rows. */
const SET_UP = [
  'PRAGMA synchronous = OFF',
  'PRAGMA foreign_keys = OFF',
  'PRAGMA wal_autocheckpoint = 256',
  'PRAGMA journal_size_limit = 1048576',
  `CREATE TABLE IF NOT EXISTS responses (
    id INTEGER PRIMARY KEY,
    key TEXT NOT NULL UNIQUE,
    head TEXT NOT NULL,
    reads TEXT NOT NULL,
    valid_at INTEGER NOT NULL,
    checksum INTEGER NOT NULL,
    body BLOB NOT NULL
  ) STRICT`,
  'CREATE TABLE IF NOT EXISTS origin (id TEXT NOT NULL, fingerprint TEXT NOT NULL, change TEXT NOT NULL) STRICT',
];

const USED = `SELECT (page_count - freelist_count) * page_size AS used
  FROM pragma_page_count, pragma_freelist_count, pragma_page_size`;

const EVICT = 'DELETE FROM responses WHERE id IN (SELECT id FROM responses ORDER BY id LIMIT 10)';

/** How long a write waits for the writes of other processes. */
const BUSY_MS = 5_000;

export class ResponseFile {
  readonly #path: string;
  readonly #writer: ThreadConnection;

  constructor(path: string) {
    this.#path = path;
    this.#writer = new ThreadConnection({ file: path, readOnly: false, busyMs: BUSY_MS });
  }

  /** Returns the file's origin. A new file gets this fingerprint and this change. */
  async open(fingerprint: string, change: string): Promise<Origin> {
    // A named pipe is refused, because opening it would block until another program writes to the pipe.
    const found = await stat(this.#path).catch(() => null);
    if (found && !found.isFile()) throw new Error('it is not a file');
    // The file is created with private permissions; SQLite would use those of the umask.
    await (await open(this.#path, 'a', PRIVATE.file)).close();
    await chmod(this.#path, PRIVATE.file);
    for (const sql of SET_UP) await this.#writer.run(sql, []);
    const insert = 'INSERT INTO origin SELECT ?, ?, ? WHERE NOT EXISTS (SELECT 1 FROM origin)';
    await this.#writer.run(insert, [randomUUID(), fingerprint, change]);
    const { rows } = await this.#writer.run('SELECT id, fingerprint, change FROM origin', []);
    const origin = Object(rows[0]);
    return {
      id: String(origin.id),
      fingerprint: String(origin.fingerprint),
      change: String(origin.change),
    };
  }

  /** Writes the batch in one transaction. `change` is the name of a change from before the responses were made. */
  async write(batch: readonly Statement[], change: string, most: number): Promise<void> {
    while ((await this.#used()) > most) {
      if ((await this.#writer.run(EVICT, [])).changes === 0) break;
    }
    const statements = batch.map(({ sql, parameters }) => ({ sql, parameters }));
    const origin = { sql: 'UPDATE origin SET change = ?', parameters: [change] };
    const [failure] = await this.#writer.runGroup([[...statements, origin]]);
    if (failure) throw failure;
  }

  async #used(): Promise<number> {
    const { rows } = await this.#writer.run(USED, []);
    return Number(Object(rows[0]).used);
  }

  close(): Promise<void> {
    return this.#writer.close();
  }
}
