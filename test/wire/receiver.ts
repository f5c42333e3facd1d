// The hosts that the service contacts: a webhook receiver, a writer's website and a mail server.

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { BASE_URL, pause } from './service.ts';

const LONGEST_WAIT_MS = 30_000;

const PAGES: { [path: string]: string } = {
  '/site': `<a rel="me" href="${BASE_URL}/author/iris-calloway">My writing</a>`,
  '/bare': '<p>Nothing here.</p>',
};

const STATUSES: { [path: string]: number } = {
  '/hook': 204,
  '/hub': 204,
  '/gone': 410,
  '/fails': 500,
};

export class Outside {
  readonly webhooks: string[] = [];
  readonly letters: string[] = [];
  readonly #server = createServer(async (request, response) => {
    const path = request.url ?? '';
    const body = await text(request);
    if (path === '/hook') this.webhooks.push(`${webhookHeaders(request.headers)}\n\n${body}`);
    response.sendDate = false;
    const status = PAGES[path] ? 200 : (STATUSES[path] ?? 404);
    response.writeHead(status, { 'content-type': 'text/html' }).end(PAGES[path]);
  });
  readonly #mail = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData: (stream, _session, done) => {
      text(stream).then((letter) => {
        this.letters.push(letter);
        done();
      }, done);
    },
  });
  host = '';
  mailHost = '';

  async start(): Promise<this> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    this.host = hostOf(this.#server.address());
    const listener = this.#mail.listen(0, '127.0.0.1');
    await once(listener, 'listening');
    this.mailHost = hostOf(listener.address());
    return this;
  }

  stop(): void {
    this.#server.close();
    this.#mail.close();
  }
}

function hostOf(address: AddressInfo | string | null): string {
  if (typeof address !== 'object' || address === null) throw new Error('There is no port.');
  return `127.0.0.1:${address.port}`;
}

const webhookHeaders = (headers: { [name: string]: unknown }) =>
  Object.entries(headers)
    .map((each) => each.join(': '))
    .join('\n');

/** The one with this number, counted from 0; waits for it. */
export async function arrived(list: readonly string[], at: number): Promise<string> {
  const end = performance.now() + LONGEST_WAIT_MS;
  for (;;) {
    const found = list[at];
    if (found !== undefined) return found;
    if (performance.now() > end) throw new Error(`Number ${at} never came.`);
    await pause(20);
  }
}
