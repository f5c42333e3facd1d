// Many requests at once, on a connection each or one after another on the same one.

import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface Answer {
  status: number;
  retryAfter: string | undefined;
  head: string;
  body: string;
}

const HEAD = /HTTP\/1\.1 (\d{3})[^\r]*\r\n((?:[^\r]+\r\n)*)\r\n/y;

/** The answers on a connection; each has a length, or is chunked and the last. */
function answersIn(text: string): Answer[] {
  const answers: Answer[] = [];
  for (let at = 0; at < text.length; ) {
    HEAD.lastIndex = at;
    const [all, status, head = ''] = HEAD.exec(text) ?? [];
    if (all === undefined) break;
    const length = Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0);
    const begin = at + all.length;
    const body = text.slice(begin, begin + length);
    const retryAfter = /^retry-after: (\d+)/im.exec(head)?.[1];
    answers.push({ status: Number(status), retryAfter, head, body });
    at = begin + length;
  }
  return answers;
}

const asked = (path: string, more: string) =>
  `GET ${path} HTTP/1.1\r\nHost: press.example\r\n${more}\r\n`;

/** All in one write; the last one asks for the connection to be closed. */
export async function pipelined(port: number, paths: string[]): Promise<Answer[]> {
  const last = paths.length - 1;
  const lines = paths.map((path, at) => asked(path, at === last ? 'Connection: close\r\n' : ''));
  const socket = connect(port, '127.0.0.1').on('error', () => {});
  const text = textOf(socket);
  socket.write(lines.join(''));
  return answersIn(await text);
}

/** Each on its own connection; all are open before the first one asks. */
export async function atOnce(port: number, paths: string[]): Promise<Answer[]> {
  const sockets = paths.map(() => connect(port, '127.0.0.1').on('error', () => {}));
  const texts = sockets.map(textOf);
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  paths.forEach((path, at) => void sockets[at]?.write(asked(path, 'Connection: close\r\n')));
  return (await Promise.all(texts)).flatMap((text) => answersIn(text).slice(0, 1));
}

/** What comes until the service closes the connection. */
export async function textOf(socket: Socket): Promise<string> {
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => chunks.push(Buffer.from(chunk)));
  await once(socket, 'close');
  return Buffer.concat(chunks).toString('latin1');
}

export function countsOf(answers: Answer[]): { [status: string]: number } {
  const counts: { [status: string]: number } = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}
