// A real mail server that keeps the emails it receives.

import { once } from 'node:events';
import { text as textOf } from 'node:stream/consumers';
import { after } from 'node:test';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

const LONGEST_MS = 30_000;

export interface ReceivedEmail {
  to: string[];
  headers: string;
  text: string;
}

export interface Mailbox {
  /** Host and port, such as `127.0.0.1:40123`, to put after `smtp://`. */
  host: string;
  emails: ReceivedEmail[];
  /** The email with this number, counted from 0. Waits until it has arrived. */
  email(index: number): Promise<ReceivedEmail>;
}

/** Accepts every email without TLS and without authentication, unless the options differ. */
export async function startMailbox(options: SMTPServerOptions = {}): Promise<Mailbox> {
  const emails: ReceivedEmail[] = [];
  const arrivals = new EventTarget();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData(stream, { envelope }, done) {
      textOf(stream).then((message) => {
        emails.push({ to: envelope.rcptTo.map(({ address }) => address), ...parsed(message) });
        arrivals.dispatchEvent(new Event('email'));
        done();
      }, done);
    },
    ...options,
  });
  // A client that rejects the certificate must not fail the test.
  server.on('error', () => {});
  const listener = server.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  after(() => new Promise<void>((closed) => server.close(closed)));
  const address = listener.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return {
    host: `127.0.0.1:${port}`,
    emails,
    async email(index) {
      // An email that never comes must fail only the test that waits for it.
      const tooLate = AbortSignal.timeout(LONGEST_MS);
      for (;;) {
        const email = emails[index];
        if (email) return email;
        await once(arrivals, 'email', { signal: tooLate });
      }
    },
  };
}

function parsed(message: string): { headers: string; text: string } {
  const [head = '', ...body] = message.split('\r\n\r\n');
  const headers = head.replaceAll(/\r\n[ \t]+/g, ' ');
  const raw = body.join('\r\n\r\n').replaceAll('\r\n', '\n');
  const isQuoted = /^content-transfer-encoding: quoted-printable/im.test(headers);
  return { headers, text: isQuoted ? unquoted(raw) : raw };
}

function unquoted(text: string): string {
  const joined = text.replaceAll(/=\n/g, '');
  const bytes = joined.replaceAll(/=([\dA-F]{2})/g, (_, hex) =>
    String.fromCharCode(Number.parseInt(String(hex), 16)),
  );
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
