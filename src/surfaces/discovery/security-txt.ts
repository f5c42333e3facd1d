// /.well-known/security.txt, if the operator has set a contact.

import type { FastifyInstance } from 'fastify';
import { sendText } from '../../http/cache/send-response.ts';
import { resource } from '../../http/resource.ts';
import type { Context } from '../../operations/operation.ts';

const DAY_MS = 86_400_000;
const GOOD_FOR_DAYS = 180;

export function securityTxt(scope: FastifyInstance, { config, now }: Context): void {
  const { baseUrl, securityContact, publicMaxAge } = config;
  if (securityContact === null) return;
  resource(scope, '/.well-known/security.txt', {
    GET: {
      schema: { hide: true },
      handler: (request, reply) =>
        sendText(request, reply, {
          type: 'text/plain; charset=utf-8',
          body:
            `Contact: ${securityContact}\n` +
            `Expires: ${expiry(now())}\n` +
            `Preferred-Languages: en\n` +
            `Canonical: ${baseUrl}/.well-known/security.txt\n`,
          maxAge: publicMaxAge,
          changesWith: 'time',
        }),
    },
  });
}

/** Half a year from midnight, so that the text stays the same all day. */
const expiry = (now: Date) =>
  new Date(Math.floor(now.getTime() / DAY_MS) * DAY_MS + GOOD_FOR_DAYS * DAY_MS).toISOString();
