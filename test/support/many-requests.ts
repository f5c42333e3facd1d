// Sends many HTTP requests: simultaneously, each on a new connection, or pipelined on the same connection.

import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

const HEAD_END = '\r\n\r\n';

export interface Answer {
  status: number;
  retryAfter: string | undefined;
  head: string;
  body: string;
}

/** How much of a body is kept: all bodies together may be larger than memory. */
const KEPT = 2_000;

/** Reads the answers on a connection. Each answer has a length, except possibly the last. */
class AnswerReader {
  readonly answers: Answer[] = [];
  #head = '';
  #left = 0;

  add(text: string): void {
    for (let rest = text; rest !== ''; )
      rest = this.#left > 0 ? this.#body(rest) : this.#next(rest);
  }

  #body(text: string): string {
    const body = text.slice(0, this.#left);
    const answer = this.answers.at(-1);
    if (answer) answer.body += body.slice(0, KEPT - answer.body.length);
    this.#left -= body.length;
    return text.slice(body.length);
  }

  #next(text: string): string {
    this.#head += text;
    const end = this.#head.indexOf(HEAD_END);
    if (end < 0) return '';
    const rest = this.#head.slice(end + HEAD_END.length);
    const head = this.#head.slice(0, end + 2);
    this.#head = '';
    const retryAfter = /^retry-after: (\d+)/im.exec(head)?.[1];
    this.answers.push({ status: Number(head.slice(9, 12)), retryAfter, head, body: '' });
    this.#left = Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? Number.POSITIVE_INFINITY);
    return rest;
  }
}

const asked = (path: string, more: string) =>
  `GET ${path} HTTP/1.1\r\nHost: press.example\r\n${more}\r\n`;

/** Sends all requests in one write. The last one asks the service to close the connection. */
export async function pipelined(port: number, paths: string[]): Promise<Answer[]> {
  const last = paths.length - 1;
  const lines = paths.map((path, at) => asked(path, at === last ? 'Connection: close\r\n' : ''));
  const socket = connect(port, '127.0.0.1').on('error', () => {});
  const answers = answersOn(socket);
  socket.write(lines.join(''));
  return answers;
}

/** Sends each request on a separate connection, after all connections are open. */
export async function atOnce(port: number, paths: string[]): Promise<Answer[]> {
  const sockets = paths.map(() => connect(port, '127.0.0.1').on('error', () => {}));
  const answers = sockets.map(answersOn);
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  paths.forEach((path, at) => void sockets[at]?.write(asked(path, 'Connection: close\r\n')));
  return (await Promise.all(answers)).flatMap(([first]) => first ?? []);
}

async function answersOn(socket: Socket): Promise<Answer[]> {
  const reader = new AnswerReader();
  socket.setEncoding('latin1').on('data', (chunk) => reader.add(String(chunk)));
  // A reset also closes the socket; the answers before it still count.
  await new Promise((resolve) => socket.once('close', resolve));
  return reader.answers;
}

/** Everything received until the service closes the connection, with or without an error. */
export async function textOf(socket: Socket): Promise<string> {
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => chunks.push(Buffer.from(chunk)));
  await new Promise((resolve) => socket.once('close', resolve));
  return Buffer.concat(chunks).toString('latin1');
}

export function countsOf(answers: Answer[]): { [status: string]: number } {
  const counts: { [status: string]: number } = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}
