// A backup in an S3-compatible bucket, under a prefix; the database in parts that fit into memory.

import { open } from 'node:fs/promises';
import { basename } from 'node:path';
import { type AwsSettings, type MediaBucket, readAwsSettings } from '../../config.ts';
import { OperatorError } from '../../errors.ts';
import { Bucket } from '../../outbound/bucket.ts';
import { BACKUP } from '../../schemas/limits.ts';
import type { BackupPlace } from './backup-place.ts';
import { type ManifestFile, manifestFile, sha256 } from './manifest.ts';

// Names that need no escaping anywhere.
const S3_URL = /^s3:\/\/([A-Za-z0-9][A-Za-z0-9._-]{1,62})(?:\/([A-Za-z0-9._/-]*))?$/;

export const isS3Url = (place: string) => place.startsWith('s3:');

/** `workFolder` is where a copy of the database has room. */
export function bucketPlace(
  url: string,
  workFolder: string,
  settings: AwsSettings = readAwsSettings(),
  partBytes: number = BACKUP.partBytes,
): BackupPlace {
  const [, name, path = ''] = S3_URL.exec(url) ?? [];
  if (!name) throw new OperatorError(`Expected s3://bucket/prefix, got ${url}.`);
  const trimmed = path.replace(/^\/+|\/+$/g, '');
  const prefix = trimmed === '' ? '' : `${trimmed}/`;
  const { retryDelayMs } = BACKUP;
  const bucket = new Bucket(bucketOf(name, settings), { where: url, retryDelayMs });
  return {
    where: url,
    workFolder,
    async *list() {
      for await (const { name, ...facts } of bucket.list(prefix)) {
        yield { ...facts, name: name.slice(prefix.length) };
      }
    },
    async put(name, bytes) {
      const etag = await bucket.put(`${prefix}${name}`, bytes);
      return { ...manifestFile(name, bytes), ...(etag !== undefined && { etag }) };
    },
    putDatabase: (name, file) => putParts(bucket, `${prefix}${name}`, file, partBytes),
    async *read(name) {
      const bytes = await bucket.get(`${prefix}${name}`);
      if (bytes) yield bytes;
    },
    async held(file, listed) {
      const { bytes, etag } = listed.get(file.name) ?? {};
      if (bytes !== file.bytes) return null;
      if (etag !== undefined && etag === file.etag) return file;
      // Changed, or put by an earlier version, or in a bucket without ETags: only its bytes can tell.
      const content = await bucket.get(`${prefix}${file.name}`);
      if (!content || sha256(content) !== file.sha256) return null;
      return { ...file, ...(etag !== undefined && { etag }) };
    },
    remove: (name) => bucket.remove(`${prefix}${name}`),
  };
}

function bucketOf(name: string, settings: AwsSettings): MediaBucket {
  const { accessKeyId, secretAccessKey, sessionToken, region = 'us-east-1' } = settings;
  if (!accessKeyId || !secretAccessKey) {
    throw new OperatorError('Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY for the bucket.');
  }
  const endpoint = URL.parse(settings.endpoint ?? `https://s3.${region}.amazonaws.com`);
  if (!endpoint || !/^https?:$/.test(endpoint.protocol) || endpoint.username !== '') {
    throw new OperatorError('AWS_ENDPOINT_URL is not usable: expected an http or https URL.');
  }
  const token = sessionToken === undefined ? {} : { sessionToken };
  return { endpoint: endpoint.origin, name, region, accessKeyId, secretAccessKey, ...token };
}

async function putParts(bucket: Bucket, path: string, from: string, partBytes: number) {
  const file = await open(from);
  const parts: ManifestFile[] = [];
  try {
    for (;;) {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(partBytes), 0);
      if (bytesRead === 0) return parts;
      const bytes = buffer.subarray(0, bytesRead);
      const part = `${path}.${String(parts.length).padStart(6, '0')}`;
      await bucket.put(part, bytes);
      parts.push(manifestFile(basename(part), bytes));
    }
  } finally {
    await file.close();
  }
}
