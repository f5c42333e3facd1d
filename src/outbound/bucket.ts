// A bucket of images. Requests are not retried, because a reader or a writer waits for each.

import type { MediaBucket } from '../config.ts';
import { type BucketAnswer, type BucketRequest, bucketRequest } from './bucket-request.ts';

interface BucketObject {
  readonly name: string;
  readonly bytes: number;
  readonly modifiedAt: Date;
}

export class Bucket {
  readonly #bucket: MediaBucket;

  constructor(bucket: MediaBucket) {
    this.#bucket = bucket;
  }

  async put(name: string, body: Buffer): Promise<void> {
    await this.#expect(isSuccess, { method: 'PUT', name, body });
  }

  async get(name: string): Promise<Buffer | null> {
    const { status, body } = await this.#expect(isFoundOrNot, { method: 'GET', name });
    return status === 404 ? null : body;
  }

  async remove(name: string): Promise<void> {
    await this.#expect(isGone, { method: 'DELETE', name });
  }

  /** Skips objects whose names need escaping, because no image has such a name. */
  async *list(): AsyncGenerator<BucketObject> {
    let token: string | undefined;
    do {
      const query = {
        'list-type': '2',
        ...(token !== undefined && { 'continuation-token': token }),
      };
      const { body } = await this.#expect(isSuccess, { method: 'GET', query });
      const page = body.toString();
      yield* objectsIn(page);
      token = unescaped(fieldOf(page, 'NextContinuationToken'));
    } while (token !== undefined);
  }

  async #expect(
    isExpected: (status: number) => boolean,
    request: BucketRequest,
  ): Promise<BucketAnswer> {
    const answer = await bucketRequest(this.#bucket, request);
    if (isExpected(answer.status)) return answer;
    const { method, name } = request;
    const code = fieldOf(answer.body.subarray(0, 2_000).toString(), 'Code');
    const what = name === undefined ? `${method} of its list` : method;
    const why = code ? ` (${code})` : '';
    throw new Error(`The bucket of MEDIA_URL answered ${what} with status ${answer.status}${why}.`);
  }
}

const isSuccess = (status: number) => status >= 200 && status <= 299;
const isFoundOrNot = (status: number) => status === 200 || status === 404;
const isGone = (status: number) => isSuccess(status) || status === 404;

function* objectsIn(page: string): Generator<BucketObject> {
  for (const [, entry = ''] of page.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
    const name = fieldOf(entry, 'Key') ?? '';
    const modifiedAt = new Date(fieldOf(entry, 'LastModified') ?? '');
    if (name === '' || name.includes('&')) continue;
    yield { name, bytes: Number(fieldOf(entry, 'Size')), modifiedAt };
  }
}

const fieldOf = (xml: string, name: string): string | undefined =>
  new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1];

const ENTITIES: { [entity: string]: string } = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&apos;': "'",
  '&amp;': '&',
};

const unescaped = (text: string | undefined) =>
  text?.replace(/&(?:lt|gt|quot|apos|amp);/g, (entity) => ENTITIES[entity] ?? entity);
