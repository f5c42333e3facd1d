// Images as objects in an S3-compatible bucket, under the names that files would have.

import type { MediaBucket } from '../config.ts';
import { Bucket } from '../outbound/bucket.ts';
import type { MediaStorage } from './media-storage.ts';

/** One try for each request: a reader or a writer waits for it. */
export const bucketStorage = (bucket: MediaBucket): MediaStorage =>
  new Bucket(bucket, { where: 'The bucket of MEDIA_URL', retryDelayMs: [] });
