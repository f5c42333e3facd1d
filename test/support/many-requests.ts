// Many requests at once, on a connection each or one after another on the same one.

import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

const HEAD_END = '\r\n\r\n';

export interface Answer {
  status: number;
  retryAfter: string | undefined;
  head: string;
  body: string;
}

/** Of a body only the beginning is kept: all of them together may be more than memory. */
const KEPT = 2_000;

/** The answers on a connection; each has a length, or is the last. */
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

/** All in one write; the last one asks for the connection to be closed. */
export async function pipelined(port: number, paths: string[]): Promise<Answer[]> {
  const last = paths.length - 1;
  const lines = paths.map((path, at) => asked(path, at === last ? 'Connection: close\r\n' : ''));
  const socket = connect(port, '127.0.0.1').on('error', () => {});
  const answers = answersOn(socket);
  socket.write(lines.join(''));
  return answers;
}

/** Each on its own connection; all are open before the first one asks. */
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
  // Also after a reset, which is no reason to forget what came before it.
  await new Promise((resolve) => socket.once('close', resolve));
  return reader.answers;
}

/** What comes until the service closes the connection, which may show as an error or not. */
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
