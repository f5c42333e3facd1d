// An S3-compatible bucket: checks each signature by AWS's documentation, and keeps what it is sent.

import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { after } from 'node:test';

export interface BucketServer {
  port: number;
  /** By path. */
  objects: Map<string, Buffer>;
  modified: Map<string, Date>;
  /** The path of every object that was sent, in order. */
  puts: string[];
  /** Why requests were refused. */
  refusals: string[];
  /** Answers with this status instead of looking at anything. */
  broken: number | null;
}

export const KEY = 'AKIA/EXAMPLE';
export const SECRET = 'hunter2/+secret@home';
export const REGION = 'eu-test-1';

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex');
const hmac = (key: string | Buffer, data: string) =>
  createHmac('sha256', key).update(data).digest();

/** What is wrong with a request's version 4 signature, or null. */
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
  const [path = '', query = ''] = url.split('?');
  const canonical = [method, path, canonicalQuery(query), lines, names, hash].join('\n');
  const toSign = ['AWS4-HMAC-SHA256', date, scope, sha256(canonical)].join('\n');
  const keys = [date.slice(0, 8), REGION, 's3', 'aws4_request'];
  const key = keys.reduce<Buffer | string>((above, part) => hmac(above, part), `AWS4${SECRET}`);
  return hmac(key, toSign).toString('hex') === signature ? null : 'the signature';
}

const escaped = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (each) => `%${each.charCodeAt(0).toString(16)}`);

const canonicalQuery = (query: string) =>
  [...new URLSearchParams(query)]
    .map((pair) => pair.map(escaped).join('='))
    .sort()
    .join('&');

const PAGE = 3;

/** ListObjectsV2, in small pages, with a token that has to be escaped. */
function listOf(state: BucketServer, url: URL): string {
  const folder = url.pathname;
  const after = url.searchParams.get('continuation-token')?.replace(/^after\+\//, '') ?? '';
  const keys = [...state.objects.keys()]
    .filter((path) => path.startsWith(folder))
    .map((path) => path.slice(folder.length))
    .filter((key) => key > after)
    .sort();
  const page = keys.slice(0, PAGE);
  const contents = page.map((key) => {
    const content = state.objects.get(`${folder}${key}`);
    const at = (state.modified.get(`${folder}${key}`) ?? new Date(0)).toISOString();
    return `<Contents><Key>${key}</Key><LastModified>${at}</LastModified><Size>${content?.length}</Size></Contents>`;
  });
  const more =
    keys.length > PAGE
      ? `<NextContinuationToken>after+/${page.at(-1)}</NextContinuationToken>`
      : '';
  return `<?xml version="1.0"?><ListBucketResult>${contents.join('')}${more}</ListBucketResult>`;
}

interface BucketReply {
  status: number;
  content?: string | Buffer;
}

function answerTo(state: BucketServer, request: IncomingMessage, body: Buffer): BucketReply {
  if (state.broken !== null) return { status: state.broken, content: 'broken' };
  const fault = faultOf(request, body);
  if (fault) {
    state.refusals.push(fault);
    return { status: 403, content: 'SignatureDoesNotMatch' };
  }
  return objectAnswer(state, request, body);
}

function objectAnswer(state: BucketServer, request: IncomingMessage, body: Buffer): BucketReply {
  const path = String(request.url);
  if (request.method === 'PUT') {
    state.puts.push(path);
    state.objects.set(path, body);
    state.modified.set(path, new Date());
    return { status: 200 };
  }
  if (request.method === 'DELETE') {
    state.objects.delete(path);
    return { status: 204 };
  }
  const url = new URL(path, 'http://bucket');
  if (url.searchParams.get('list-type') === '2') {
    return { status: 200, content: listOf(state, url) };
  }
  const content = state.objects.get(path);
  return content ? { status: 200, content } : { status: 404, content: 'NoSuchKey' };
}

export async function startBucket(): Promise<BucketServer> {
  const state: BucketServer = {
    ...{
      port: 0,
      objects: new Map(),
      modified: new Map(),
      puts: [],
      refusals: [],
      broken: null,
    },
  };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { status, content } = answerTo(state, request, Buffer.concat(chunks));
    response.writeHead(status).end(content);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  after(() => server.close());
  const address = server.address();
  state.port = typeof address === 'object' && address ? address.port : 0;
  return state;
}

export const mediaUrlOf = ({ port }: BucketServer, secret = SECRET) =>
  `s3://${encodeURIComponent(KEY)}:${encodeURIComponent(secret)}@127.0.0.1:${port}/pictures?region=${REGION}&tls=off`;
