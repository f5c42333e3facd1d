// E-mails on their way out: the settings, the mail server's moods, and what the log says of them.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { configFrom } from '../../../src/config.ts';
import { MailFailure, sendMail } from '../../../src/outbound/email.ts';
import { author } from '../../support/archive/records.ts';
import { freshPlace } from '../../support/databases/databases.ts';
import { contextAt, importLines } from '../../support/databases/existing-database.ts';
import { startDesk } from '../../support/desk/desk.ts';
import { leadsTo } from '../../support/desk/desk-browser.ts';
import { startMailbox } from '../../support/desk/mailbox.ts';
import { logOf } from '../../support/processes/served-log.ts';

const EMAIL = {
  to: 'ada@reader.example',
  subject: 'Grüße',
  text: 'One line.\n\nAnother: 你好.\n',
};

const USABLE = [
  'smtp://mail.example',
  'smtp://mail.example:2525/',
  'smtps://mail.example?tls.rejectUnauthorized=false',
  'smtps://ada%40mail.example:p%40ss%2Fw%23rd@mail.example:465',
  'smtp://[::1]:25',
];

const UNUSABLE = [
  'mail.example',
  'mail.example:25',
  'http://user:hunter2@mail.example',
  'smtp:user:hunter2@mail.example',
  'smtp://user:hunter2@',
  'smtp://user:hunter2/rest@mail.example',
  'smtp://user:2525/hunter2@mail.example',
  'smtp://user:2525#hunter2@mail.example',
  'smtp://user:hunter2@mail.example:99999',
  'smtp://user:hunter2@mail.example/box',
];

const SENDERS: [value: string, name: string | null, address: string][] = [
  // Under the site's name, which an admin may change.
  ['', null, 'no-reply@press.example'],
  ['desk@mail.example', '', 'desk@mail.example'],
  ['The Press <desk@mail.example>', 'The Press', 'desk@mail.example'],
  ['"Press, The" <desk@mail.example>', 'Press, The', 'desk@mail.example'],
  ['<desk@mail.example>', '', 'desk@mail.example'],
  ['Zeitung für alle <desk@mail.example>', 'Zeitung für alle', 'desk@mail.example'],
];

const NO_SENDERS = [
  'desk',
  'The Press',
  'desk@mail.example>',
  '<desk@mail.example',
  'The Press <desk>',
  'a@mail.example, b@mail.example',
  'The Press <a@mail.example, b@mail.example>',
  'The\nPress <desk@mail.example>',
];

const settings = (given: { [name: string]: string }) =>
  configFrom({ BASE_URL: 'https://press.example', ...given });

describe('the settings for mail', () => {
  for (const SMTP_URL of USABLE) {
    test(`SMTP_URL ${SMTP_URL}`, () => {
      assert.equal(settings({ SMTP_URL }).smtpUrl, SMTP_URL);
    });
  }

  for (const SMTP_URL of UNUSABLE) {
    test(`SMTP_URL ${SMTP_URL} is refused, and not repeated`, () => {
      const names = { name: 'OperatorError', message: /^SMTP_URL is not usable: (?!.*hunter2)/ };
      assert.throws(() => settings({ SMTP_URL }), names);
    });
  }

  for (const [MAIL_FROM, name, address] of SENDERS) {
    test(`MAIL_FROM ${MAIL_FROM || 'not set'}`, () => {
      assert.deepEqual(settings({ MAIL_FROM }).mailFrom, { name, address });
    });
  }

  for (const value of NO_SENDERS) {
    test(`MAIL_FROM ${JSON.stringify(value)} is refused`, () => {
      const names = { name: 'OperatorError', message: /^MAIL_FROM is not usable/ };
      assert.throws(() => settings({ MAIL_FROM: value }), names);
    });
  }
});

describe('sending an email', () => {
  test('it arrives as it was written, from whom the settings say', async () => {
    const mailbox = await startMailbox();
    const MAIL_FROM = '"Press, The" <desk@mail.example>';
    await sendMail(settings({ SMTP_URL: `smtp://${mailbox.host}`, MAIL_FROM }), EMAIL);
    const { to, headers, text } = await mailbox.email(0);
    assert.deepEqual(to, [EMAIL.to]);
    assert.match(headers, /^From: "Press, The" <desk@mail\.example>$/m);
    assert.match(headers, /^To: ada@reader\.example$/m);
    assert.match(headers, /^Subject: =\?UTF-8\?/m);
    assert.equal(text, EMAIL.text);
  });

  test('with name and password, over TLS', async () => {
    const mailbox = await startMailbox({
      secure: true,
      authOptional: false,
      onAuth({ username, password }, _session, done) {
        const isRight = username === 'ada@mail.example' && password === 'p@ss/w#rd:';
        done(isRight ? null : new Error('no'), { user: username });
      },
    });
    const SMTP_URL = `smtps://ada%40mail.example:p%40ss%2Fw%23rd%3A@${mailbox.host}`;
    const trusting = settings({ SMTP_URL: `${SMTP_URL}?tls.rejectUnauthorized=false` });
    await sendMail(trusting, EMAIL);
    assert.equal(mailbox.emails.length, 1);
    // A self-signed certificate is not trusted unless the operator allows it.
    await assert.rejects(sendMail(settings({ SMTP_URL }), EMAIL), MailFailure);
    assert.equal(mailbox.emails.length, 1);
  });

  test('an address that looks like several is one', async () => {
    const mailbox = await startMailbox();
    const config = settings({ SMTP_URL: `smtp://${mailbox.host}` });
    const several = { ...EMAIL, to: 'a,b<eve@evil.example>@reader.example' };
    await sendMail(config, several).catch(() => {});
    for (const { to } of mailbox.emails) assert.ok(!to.includes('eve@evil.example'), String(to));
  });

  const REFUSALS = [
    {
      name: 'the mail server does not know the reader',
      options: {
        onRcptTo: (address: { address: string }, _: unknown, done: (error: Error) => void) =>
          done(new Error(`no ${address.address} here`)),
      },
      words: /^EENVELOPE RCPT TO 550$/,
    },
    {
      name: 'the mail server wants a password',
      options: { authOptional: false },
      words: /^EENVELOPE MAIL FROM 530$/,
    },
  ];
  for (const { name, options, words } of REFUSALS) {
    test(`${name}: the failure says so, and not for whom`, async () => {
      const mailbox = await startMailbox(options);
      const config = settings({ SMTP_URL: `smtp://${mailbox.host}` });
      await assert.rejects(sendMail(config, EMAIL), { name: 'MailFailure', message: words });
    });
  }

  test('no mail server there: the failure says so', async () => {
    const config = settings({ SMTP_URL: 'smtp://user:hunter2@127.0.0.1:1' });
    const words = { name: 'MailFailure', message: /^E\w+ CONN$/ };
    await assert.rejects(sendMail(config, EMAIL), words);
  });
});

describe('a mail server in a mood', () => {
  test('the answer does not wait for one that is slow', async () => {
    const { promise: greeting, resolve: greet } = Promise.withResolvers<void>();
    const mailbox = await startMailbox({
      onConnect: (_session, done) => greeting.then(() => done()),
    });
    const desk = await startDesk('sqlite', { SMTP_URL: `smtp://${mailbox.host}` });
    const { email } = await desk.writer('ada');
    leadsTo(await desk.browser().submit('/desk/forgot', { email }));
    assert.equal(mailbox.emails.length, 0);
    greet();
    assert.deepEqual((await mailbox.email(0)).to, [email]);
  });

  test('one that refuses changes nothing of the answer; the log names no address', async () => {
    const mailbox = await startMailbox({
      onRcptTo: ({ address }, _session, done) => done(new Error(`no ${address} here`)),
    });
    const place = await freshPlace('sqlite');
    await importLines(await contextAt(place), [author('ada', { email: EMAIL.to })]);
    const visit = async (origin: string) => {
      const page = await fetch(`${origin}/desk/forgot`);
      const form_token = /name="form_token" value="([^"]+)"/.exec(await page.text())?.[1] ?? '';
      const answer = await fetch(`${origin}/desk/forgot`, {
        method: 'POST',
        headers: { cookie: String(page.headers.get('set-cookie')?.split(';')[0]) },
        body: new URLSearchParams({ email: EMAIL.to, form_token }),
        redirect: 'manual',
      });
      assert.equal(answer.status, 303);
      assert.equal(answer.headers.get('location'), '/desk/forgot?sent=yes');
      await fetch(`${origin}/desk/reset?token=a-token_that-opens&more=yes`);
    };
    const lines = await logOf(place, visit, { SMTP_URL: `smtp://${mailbox.host}` });
    const failures = lines.filter(({ msg }) => msg === 'email could not be sent');
    assert.equal(failures.length, 1);
    const log = JSON.stringify(lines);
    assert.match(log, /EENVELOPE RCPT TO 550/);
    assert.doesNotMatch(log, /reader\.example/);
    assert.match(log, /\/desk\/reset\?token=…&more=yes/);
    assert.doesNotMatch(log, /a-token/);
  });
});
