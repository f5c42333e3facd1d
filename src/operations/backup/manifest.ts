// The manifest of a backup: its files with sizes and SHA-256 hashes, and row counts.

import { createHash } from 'node:crypto';
import { type Static, Type } from 'typebox';
import { OperatorError } from '../../errors.ts';
import { checkerOf } from '../../validation.ts';

export const MANIFEST = 'manifest.json';

/** Increase FORMAT if earlier versions must not read new manifests. */
const FORMAT = 1;

const Hash = Type.String({ pattern: '^[0-9a-f]{64}$' });
const File = Type.Object({
  // The pattern keeps file names inside the folder.
  name: Type.String({ pattern: '^(?:media/)?[A-Za-z0-9][A-Za-z0-9._-]*$' }),
  bytes: Type.Integer({ minimum: 0 }),
  sha256: Hash,
});
const Manifest = Type.Object({
  format: Type.Literal(FORMAT),
  made_at: Type.String(),
  database: Type.Object({
    kind: Type.Union([Type.Literal('sqlite'), Type.Literal('postgres')]),
    /** The major version of the pg_dump that wrote the database; 0 for SQLite. */
    dump_version: Type.Integer({ minimum: 0 }),
    /** The files that concatenate to the database: one, or several in backups by earlier versions. */
    parts: Type.Array(File, { minItems: 1 }),
    rows: Type.Record(Type.String(), Type.Integer({ minimum: 0 })),
    /** The migrations that the database has had; missing in backups by earlier versions. */
    migrations: Type.Optional(Type.Array(Type.String())),
  }),
  images: Type.Array(File),
});

export type ManifestFile = Static<typeof File>;
export type Manifest = Static<typeof Manifest>;

const check = checkerOf(Manifest);

export const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex');

export const manifestFile = (name: string, bytes: Buffer): ManifestFile => ({
  name,
  bytes: bytes.length,
  sha256: sha256(bytes),
});

/** Adds a hash of the manifest itself, so that a changed count is noticed. */
export function writtenManifest(manifest: Manifest): string {
  const text = JSON.stringify(manifest);
  return `${JSON.stringify({ sha256: sha256(text), manifest }, null, 1)}\n`;
}

const newer = (where: string) =>
  new OperatorError(
    `The backup in ${where} is from a newer version than this program. ` +
      'Run the version that made it, or a newer one.',
  );

export function readManifest(text: string, where: string): Manifest {
  try {
    const { sha256: hash, manifest } = Object(JSON.parse(text));
    if (hash === sha256(JSON.stringify(manifest))) {
      if (manifest.format > FORMAT) throw newer(where);
      return check(manifest);
    }
  } catch (error) {
    if (error instanceof OperatorError) throw error;
    // The error below covers all other failures.
  }
  throw new OperatorError(
    `The backup in ${where} is damaged: its ${MANIFEST} has been changed. Use another one.`,
  );
}

const plural = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;

export function contentsOf({ database: { rows }, images }: Manifest): string {
  const [writers, pieces] = [rows['authors'] ?? 0, rows['pieces'] ?? 0];
  const all = Object.values(rows).reduce((sum, count) => sum + count, 0);
  return (
    `${plural(writers, 'writer')}, ${plural(pieces, 'piece')} (${plural(all, 'row')} in all) ` +
    `and ${plural(images.length, 'image file')}`
  );
}
