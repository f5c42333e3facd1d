// /accent.css: the site's own accent colour, if an admin has chosen one.

import type { FastifyInstance } from 'fastify';
import { Problem } from '../../errors.ts';
import { sendText } from '../../http/cache/send-response.ts';
import { ACCENT_PATH, accentStyle } from '../../http/pages/accent-link.ts';
import { resource } from '../../http/resource.ts';
import type { Context } from '../../operations/operation.ts';

export function accentStyles(scope: FastifyInstance, { config, identity }: Context): void {
  resource(scope, ACCENT_PATH, {
    GET: {
      schema: { hide: true },
      async handler(request, reply) {
        const { accent } = identity.current;
        if (!accent) throw new Problem('not_found');
        return sendText(request, reply, {
          type: 'text/css; charset=utf-8',
          body: accentStyle(accent),
          maxAge: config.publicMaxAge,
        });
      },
    },
  });
}
