// Sends e-mails, each on a separate connection to the operator's mail server.

import { Socket } from 'node:net';
import type { Config } from '../config.ts';

export interface Email {
  to: string;
  subject: string;
  text: string;
}

const TIMEOUTS = {
  dnsTimeout: 10_000,
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 30_000,
};

/** The time limit for a whole message: a server that sends a byte now and then never reaches the other timeouts. */
const DEADLINE_MS = 60_000;

/** Leaves the server's message out, because it may contain the recipient's e-mail address. */
export class MailFailure extends Error {
  override readonly name = 'MailFailure';
}

export async function sendMail(
  { smtpUrl, mailFrom }: Pick<Config, 'smtpUrl' | 'mailFrom'>,
  { to, subject, text }: Email,
  deadlineMs = DEADLINE_MS,
): Promise<void> {
  if (smtpUrl === null) throw new MailFailure('SMTP_URL is not set');
  // nodemailer is loaded with the first message, because most processes never send one.
  const { createTransport } = await import('nodemailer');
  const socket = new Socket({ signal: AbortSignal.timeout(deadlineMs) });
  const transport = createTransport({ url: smtpUrl, socket, ...TIMEOUTS });
  try {
    await transport.sendMail({
      from: { name: mailFrom.name ?? '', address: mailFrom.address },
      // An object, because a string could be parsed as a list of several recipients.
      to: { name: '', address: to },
      subject,
      text,
      headers: { 'Auto-Submitted': 'auto-generated' },
    });
  } catch (error) {
    throw new MailFailure(causeOf(error));
  } finally {
    transport.close();
  }
}

/** Returns a cause such as `EENVELOPE RCPT TO 550`. */
function causeOf(error: unknown): string {
  const { code, command, responseCode } = {
    code: 'unknown',
    command: undefined,
    responseCode: undefined,
    ...Object(error),
  };
  return [code, command, responseCode].filter((part) => part !== undefined).join(' ');
}
