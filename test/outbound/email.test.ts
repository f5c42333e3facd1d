// E-mail to a mail server that answers, but never comes to an end.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { after, test } from 'node:test';
import { sendMail } from '../../src/outbound/email.ts';

const DRIP_MS = 20;
const DEADLINE_MS = 300;
const EMAIL = { to: 'ada@press.example', subject: 'Hello', text: 'Hello.' };
const FROM = { name: null, address: 'no-reply@press.example' };

/** The mail server's answers to each line before it starts to drip. */
const UNTIL: { name: string; answers: string[] }[] = [
  { name: 'with its greeting', answers: [] },
  { name: 'after EHLO', answers: ['220 press.example\r\n'] },
  { name: 'after MAIL FROM', answers: ['220 press.example\r\n', '250 press.example\r\n'] },
];

for (const { name, answers } of UNTIL) {
  test(`a mail server that drips ${name} is given up`, { timeout: 30_000 }, async () => {
    const sockets: Socket[] = [];
    const server = createServer((socket) => {
      sockets.push(socket);
      const left = [...answers];
      const answer = () => {
        const next = left.shift();
        if (next !== undefined) return socket.write(next);
        const drips = setInterval(() => socket.write('220-still here\r\n'), DRIP_MS);
        return socket.once('close', () => clearInterval(drips));
      };
      socket.on('data', answer).on('error', () => {});
      answer();
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    after(() => {
      server.close();
      for (const socket of sockets) socket.destroy();
    });
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    const settings = { smtpUrl: `smtp://127.0.0.1:${port}`, mailFrom: FROM };
    await assert.rejects(sendMail(settings, EMAIL, DEADLINE_MS), { name: 'MailFailure' });
    // And the connection is not left behind.
    const [socket] = sockets;
    if (!socket?.destroyed) await new Promise((resolve) => socket?.once('close', resolve));
  });
}
