// Images as objects in an S3-compatible bucket, under the names that files would have.

import type { MediaBucket } from '../config.ts';
import { bucketRequest } from '../outbound/bucket-request.ts';
import type { MediaStorage } from './media-storage.ts';

export const bucketStorage = (bucket: MediaBucket): MediaStorage => ({
  async put(name, bytes) {
    const { status } = await bucketRequest(bucket, 'PUT', name, bytes);
    if (status < 200 || status > 299) throw unexpected('PUT', status);
  },
  async get(name) {
    const { status, body } = await bucketRequest(bucket, 'GET', name);
    if (status === 404) return null;
    if (status !== 200) throw unexpected('GET', status);
    return body;
  },
});

const unexpected = (method: string, status: number) =>
  new Error(`The bucket of MEDIA_URL answered ${method} with status ${status}.`);
