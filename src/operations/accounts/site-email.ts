// Sends e-mails with the site's name as sender, unless the operator has set another sender.

import { type Email, sendMail } from '../../outbound/email.ts';
import type { Context } from '../operation.ts';

export interface Place {
  readonly siteName: string;
  readonly baseUrl: string;
}

export const placeOf = ({ config, identity }: Context): Place => ({
  siteName: identity.current.name,
  baseUrl: config.baseUrl,
});

export function sendSiteEmail({ config, identity }: Context, email: Email): Promise<void> {
  const { smtpUrl, mailFrom } = config;
  const name = mailFrom.name ?? identity.current.name;
  return sendMail({ smtpUrl, mailFrom: { ...mailFrom, name } }, email);
}
