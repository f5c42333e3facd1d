// An S3-compatible bucket: checks each signature by AWS's documentation, and keeps what it is sent.

import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { after } from 'node:test';

export interface BucketServer {
  port: number;
  /** By path. */
  objects: Map<string, Buffer>;
  /** Why requests were refused. */
  refusals: string[];
  /** Answers with this status instead of looking at anything. */
  broken: number | null;
}

export const KEY = 'AKIA/EXAMPLE';
export const SECRET = 'hunter2/+secret@home';
const REGION = 'eu-test-1';

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex');
const hmac = (key: string | Buffer, data: string) =>
  createHmac('sha256', key).update(data).digest();

/** What is wrong with a signature of version 4, or null. */
function faultOf(request: IncomingMessage, body: Buffer): string | null {
  const { headers, method = '', url = '' } = request;
  const given =
    /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    );
  if (!given) return 'no authorization';
  const [, credential = '', names = '', signature] = given;
  const date = String(headers['x-amz-date']);
  const scope = `${date.slice(0, 8)}/${REGION}/s3/aws4_request`;
  if (credential !== `${KEY}/${scope}`) return `credential ${credential}`;
  const at = Date.parse(date.replace(/^(....)(..)(..)T(..)(..)(..)Z$/, '$1-$2-$3T$4:$5:$6Z'));
  if (!(Math.abs(Date.now() - at) < 15 * 60_000)) return `date ${date}`;
  const hash = String(headers['x-amz-content-sha256']);
  if (hash !== sha256(body)) return 'the hash of the body';
  const signed = names.split(';');
  for (const name of ['host', 'x-amz-content-sha256', 'x-amz-date']) {
    if (!signed.includes(name)) return `${name} is not signed`;
  }
  const lines = signed.map((name) => `${name}:${String(headers[name]).trim()}\n`).join('');
  const canonical = [method, url, '', lines, names, hash].join('\n');
  const toSign = ['AWS4-HMAC-SHA256', date, scope, sha256(canonical)].join('\n');
  const keys = [date.slice(0, 8), REGION, 's3', 'aws4_request'];
  const key = keys.reduce<Buffer | string>((above, part) => hmac(above, part), `AWS4${SECRET}`);
  return hmac(key, toSign).toString('hex') === signature ? null : 'the signature';
}

export async function startBucket(): Promise<BucketServer> {
  const state: BucketServer = { port: 0, objects: new Map(), refusals: [], broken: null };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    if (state.broken !== null) return response.writeHead(state.broken).end('broken');
    const fault = faultOf(request, body);
    if (fault) {
      state.refusals.push(fault);
      return response.writeHead(403).end('SignatureDoesNotMatch');
    }
    const path = String(request.url);
    if (request.method === 'PUT') {
      state.objects.set(path, body);
      return response.writeHead(200).end();
    }
    const found = state.objects.get(path);
    return response.writeHead(found ? 200 : 404).end(found ?? 'NoSuchKey');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  after(() => server.close());
  const address = server.address();
  state.port = typeof address === 'object' && address ? address.port : 0;
  return state;
}

export const mediaUrlOf = ({ port }: BucketServer, secret = SECRET) =>
  `s3://${encodeURIComponent(KEY)}:${encodeURIComponent(secret)}@127.0.0.1:${port}/pictures?region=${REGION}&tls=off`;
