// /robots.txt, and /.well-known/security.txt if the operator has set a contact.

import type { FastifyInstance } from 'fastify';
import { type CachePolicy, sendText } from '../../http/cache/send-response.ts';
import { resource } from '../../http/resource.ts';
import type { Context } from '../../operations/operation.ts';

const DAY_MS = 86_400_000;
const GOOD_FOR_DAYS = 180;

export function wellKnown(scope: FastifyInstance, { config, now }: Context): void {
  const { baseUrl, securityContact, publicMaxAge } = config;
  const serve = (
    url: string,
    text: () => string,
    changesWith: NonNullable<CachePolicy['changesWith']>,
  ) =>
    resource(scope, url, {
      GET: {
        schema: { hide: true },
        handler: (request, reply) =>
          sendText(request, reply, {
            type: 'text/plain; charset=utf-8',
            body: text(),
            maxAge: publicMaxAge,
            changesWith,
          }),
      },
    });

  serve(
    '/robots.txt',
    () => `User-agent: *\nAllow: /\nDisallow: /desk\n\nSitemap: ${baseUrl}/sitemap.xml\n`,
    'content',
  );
  if (securityContact === null) return;
  serve(
    '/.well-known/security.txt',
    () =>
      `Contact: ${securityContact}\n` +
      `Expires: ${expiry(now())}\n` +
      `Preferred-Languages: en\n` +
      `Canonical: ${baseUrl}/.well-known/security.txt\n`,
    'time',
  );
}

/** Half a year from midnight, so that the text stays the same all day. */
const expiry = (now: Date) =>
  new Date(Math.floor(now.getTime() / DAY_MS) * DAY_MS + GOOD_FOR_DAYS * DAY_MS).toISOString();
