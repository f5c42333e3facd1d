// HTTP as it goes over the wire: every header in its order, the body as its bytes.

import { request } from 'node:http';
import { connect } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

export interface Sent {
  method: string;
  path: string;
  headers: { [name: string]: string };
  body?: Buffer;
}

export interface Answer {
  status: number;
  headers: [name: string, value: string][];
  /** Without its encoding. */
  body: Buffer;
}

export const headerOf = ({ headers }: Answer, name: string) =>
  headers.find(([each]) => each.toLowerCase() === name)?.[1];

export function exchange(port: number, { method, path, headers, body }: Sent): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asked = request(
      { host: '127.0.0.1', port, method, path, headers, agent: false },
      async (response) => {
        try {
          const encoded = await buffer(response);
          const pairs = pairsOf(response.rawHeaders);
          const answer = { status: response.statusCode ?? 0, headers: pairs, body: encoded };
          resolve({ ...answer, body: decoded(encoded, headerOf(answer, 'content-encoding')) });
        } catch (error) {
          reject(error);
        }
      },
    );
    // A service that refuses a large body may hang up before all of it was sent.
    asked.on('error', reject);
    asked.end(body);
  });
}

const pairsOf = (raw: string[]) =>
  Array.from({ length: raw.length / 2 }, (_, at): [string, string] => [
    raw[at * 2] ?? '',
    raw[at * 2 + 1] ?? '',
  ]);

function decoded(body: Buffer, encoding: string | undefined): Buffer {
  if (body.length === 0) return body;
  if (encoding === 'gzip') return gunzipSync(body);
  return encoding === 'br' ? brotliDecompressSync(body) : body;
}

/** Sends any bytes, and reads until the service closes the connection. */
export async function exchangeBytes(port: number, bytes: string): Promise<Answer> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  socket.write(bytes);
  const text = (await buffer(socket)).toString('latin1');
  const end = text.indexOf('\r\n\r\n');
  const [first = '', ...lines] = text.slice(0, Math.max(end, 0)).split('\r\n');
  return {
    status: Number(first.split(' ')[1] ?? 0),
    headers: [['', first], ...lines.map(headerFrom)],
    body: Buffer.from(text.slice(end + 4), 'latin1'),
  };
}

function headerFrom(line: string): [string, string] {
  const colon = line.indexOf(':');
  return [line.slice(0, colon), line.slice(colon + 1).trim()];
}
