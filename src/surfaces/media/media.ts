// /media: pictures by their content, kept by browsers for good and usable on any site.

import type { FastifyInstance } from 'fastify';
import { Problem } from '../../errors.ts';
import { openToAllOrigins } from '../../http/cors.ts';
import { resource } from '../../http/resource.ts';
import { readMedia } from '../../operations/avatars.ts';
import type { Context } from '../../operations/operation.ts';

export async function media(scope: FastifyInstance, context: Context): Promise<void> {
  openToAllOrigins(scope);
  resource(scope, '/media/:name', {
    GET: {
      async handler(request, reply) {
        const params: { [name: string]: unknown } = { ...Object(request.params) };
        const bytes = await readMedia(context, String(params['name']));
        if (!bytes) throw new Problem('not_found');
        return reply
          .header('cache-control', 'public, max-age=31536000, immutable')
          .header('content-security-policy', "default-src 'none'")
          .header('cross-origin-resource-policy', 'cross-origin')
          .header('x-content-type-options', 'nosniff')
          .type('image/webp')
          .send(bytes);
      },
    },
  });
}
