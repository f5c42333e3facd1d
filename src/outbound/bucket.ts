// The objects of a bucket: put, get, list and remove, under names of our own.

import { setTimeout } from 'node:timers/promises';
import type { MediaBucket } from '../config.ts';
import { type BucketAnswer, type BucketRequest, bucketRequest } from './bucket-request.ts';

export interface BucketObject {
  readonly name: string;
  readonly bytes: number;
  readonly modifiedAt: Date;
  /** Another one whenever the content is; not every bucket says it. */
  readonly etag?: string;
}

/** How a bucket's answers are taken. */
interface Manner {
  /** Its name for the operator, at the start of a sentence. */
  readonly where: string;
  /** Delays before another try where the bucket is busy or gone; none for one try. */
  readonly retryDelayMs: readonly number[];
}

export class Bucket {
  readonly #bucket: MediaBucket;
  readonly #manner: Manner;

  constructor(bucket: MediaBucket, manner: Manner) {
    this.#bucket = bucket;
    this.#manner = manner;
  }

  /** Resolves to the ETag, where the bucket says one. */
  async put(name: string, body: Buffer): Promise<string | undefined> {
    const { etag } = await this.#expect(isSuccess, { method: 'PUT', name, body });
    return etag;
  }

  async get(name: string): Promise<Buffer | null> {
    const { status, body } = await this.#expect(isFoundOrNot, { method: 'GET', name });
    return status === 404 ? null : body;
  }

  async remove(name: string): Promise<void> {
    await this.#expect(isGone, { method: 'DELETE', name });
  }

  /** Every object whose name begins like this. Names that need escaping are not ours, and left out. */
  async *list(prefix = ''): AsyncGenerator<BucketObject> {
    let token: string | undefined;
    do {
      const query = {
        'list-type': '2',
        ...(prefix !== '' && { prefix }),
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
    [delay, ...later]: readonly number[] = this.#manner.retryDelayMs,
  ): Promise<BucketAnswer> {
    const answer = await bucketRequest(this.#bucket, request).catch((error: unknown) => {
      if (delay === undefined) throw error;
      return null;
    });
    if (answer && isExpected(answer.status)) return answer;
    if (answer && (delay === undefined || !isPassing(answer.status))) {
      throw this.#refused(request, answer);
    }
    await setTimeout(delay);
    return this.#expect(isExpected, request, later);
  }

  #refused({ method, name }: BucketRequest, answer: { status: number; body: Buffer }) {
    const code = fieldOf(answer.body.subarray(0, 2_000).toString(), 'Code');
    const what = name === undefined ? `${method} of its list` : method;
    const why = code ? ` (${code})` : '';
    return new Error(`${this.#manner.where} answered ${what} with status ${answer.status}${why}.`);
  }
}

const isSuccess = (status: number) => status >= 200 && status <= 299;
const isFoundOrNot = (status: number) => status === 200 || status === 404;
const isGone = (status: number) => isSuccess(status) || status === 404;
const isPassing = (status: number) => status === 429 || status >= 500;

function* objectsIn(page: string): Generator<BucketObject> {
  for (const [, entry = ''] of page.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
    const name = fieldOf(entry, 'Key') ?? '';
    const modifiedAt = new Date(fieldOf(entry, 'LastModified') ?? '');
    if (name === '' || name.includes('&')) continue;
    const etag = unescaped(fieldOf(entry, 'ETag'));
    const bytes = Number(fieldOf(entry, 'Size'));
    yield { name, bytes, modifiedAt, ...(etag !== undefined && { etag }) };
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
