// Sends e-mails with the site's name as sender, unless the operator has set another sender.

import { type Email, sendMail } from '../../outbound/email.ts';
import { identityOf } from '../identity/identity.ts';
import type { Context } from '../operation.ts';

export interface Place {
  readonly siteName: string;
  readonly baseUrl: string;
}

export const placeOf = ({ config }: Context): Place => ({
  siteName: identityOf(config).name,
  baseUrl: config.baseUrl,
});

export function sendSiteMail({ config }: Context, email: Email): Promise<void> {
  const { smtpUrl, mailFrom } = config;
  const name = mailFrom.name ?? identityOf(config).name;
  return sendMail({ smtpUrl, mailFrom: { ...mailFrom, name } }, email);
}
