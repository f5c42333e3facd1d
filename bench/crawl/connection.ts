// Connection on which one request follows another, with as little of Node.js as possible.

import { connect, type Socket } from 'node:net';

export interface Answer {
  status: number;
  /** Value of Retry-After, in seconds. */
  retryAfter: number;
}

const HEAD_END = '\r\n\r\n';

export class Connection {
  readonly #socket: Socket;
  readonly #headers: string;
  #settle: { resolve: (answer: Answer) => void; reject: (error: Error) => void } | null = null;
  #answer: Answer | null = null;
  #head: Buffer = Buffer.alloc(0);
  #missing = 0;

  constructor(port: number, agent: string) {
    this.#headers = `HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nUser-Agent: ${agent}\r\n\r\n`;
    this.#socket = connect(port, '127.0.0.1').setNoDelay(true);
    this.#socket.on('data', (part: Buffer) => this.#read(part));
    this.#socket.on('error', (error) => this.#settle?.reject(error));
    this.#socket.on('close', () => this.#settle?.reject(new Error('The connection was closed.')));
  }

  ask(path: string): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#settle = { resolve, reject };
      this.#socket.write(`GET ${path} ${this.#headers}`);
    });
  }

  end(): void {
    this.#settle = null;
    this.#socket.destroy();
  }

  #read(part: Buffer): void {
    const body = this.#answer ? part.length : this.#readHead(part);
    if (!this.#answer) return;
    this.#missing -= body;
    if (this.#missing > 0) return;
    const answer = this.#answer;
    this.#answer = null;
    this.#head = Buffer.alloc(0);
    this.#settle?.resolve(answer);
  }

  /** Number of bytes of the body that arrived with the head. */
  #readHead(part: Buffer): number {
    this.#head = this.#head.length === 0 ? part : Buffer.concat([this.#head, part]);
    const end = this.#head.indexOf(HEAD_END);
    if (end < 0) return 0;
    const head = this.#head.toString('latin1', 0, end);
    const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
    if (length === undefined)
      throw new Error(`Expected a response with Content-Length, got ${head}`);
    this.#missing = Number(length);
    this.#answer = {
      status: Number(head.slice(9, 12)),
      retryAfter: Number(/\r\nretry-after: (\d+)/i.exec(head)?.[1] ?? 0),
    };
    return this.#head.length - end - HEAD_END.length;
  }
}
