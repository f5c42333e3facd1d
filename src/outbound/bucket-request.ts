// Signed requests to the operator's bucket, which may be on this machine.

import { createHash } from 'node:crypto';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { AwsV4Signer } from 'aws4fetch';
import type { MediaBucket } from '../config.ts';

const TIMEOUT_MS = 30_000;
/** Larger than any image that the service stores. */
const MAX_BYTES = 64 * 1024 * 1024;

export interface BucketAnswer {
  readonly status: number;
  readonly body: Buffer;
}

export interface BucketRequest {
  readonly method: 'GET' | 'PUT' | 'DELETE';
  /** The name of an object; without it, the request is for the bucket's list. */
  readonly name?: string;
  readonly query?: { readonly [name: string]: string };
  readonly body?: Buffer;
}

/** Throws unless a complete response arrives in time. */
export async function bucketRequest(
  bucket: MediaBucket,
  { method, name = '', query = {}, body = Buffer.alloc(0) }: BucketRequest,
): Promise<BucketAnswer> {
  const url = new URL(`${bucket.endpoint}/${bucket.name}/${name}`);
  for (const [key, value] of Object.entries(query)) url.searchParams.set(key, value);
  const headers = await signedHeaders(bucket, method, url, body);
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const request = send(url, { method, headers, signal }, resolve);
    request.on('error', reject);
    request.end(body);
  });
  return { status: answer.statusCode ?? 0, body: await wholeBody(answer) };
}

async function signedHeaders(bucket: MediaBucket, method: string, url: URL, body: Buffer) {
  const signer = new AwsV4Signer({
    service: 's3',
    region: bucket.region,
    accessKeyId: bucket.accessKeyId,
    secretAccessKey: bucket.secretAccessKey,
    method,
    url: url.href,
    // This header makes the signer include the body, which it would otherwise leave out.
    headers: { 'x-amz-content-sha256': createHash('sha256').update(body).digest('hex') },
  });
  const { headers } = await signer.sign();
  return {
    ...Object.fromEntries(headers),
    // A media type that browsers don't display, because only the service may serve images.
    ...(method === 'PUT' && { 'content-type': 'application/octet-stream' }),
    'content-length': String(body.length),
  };
}

async function wholeBody(answer: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of answer) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > MAX_BYTES) throw new Error('The bucket sent too much.');
  }
  return Buffer.concat(chunks);
}
