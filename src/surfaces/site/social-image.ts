// /pieces/{uuid}/social.png: the preview image of links to a piece.

import type { FastifyInstance } from 'fastify';
import { matchesEtag, sendNotModified, strongTag } from '../../http/cache/etag.ts';
import { parameter, resource } from '../../http/resource.ts';
import { socialImage } from '../../operations/images/social-images.ts';
import type { Context } from '../../operations/operation.ts';
import { contentUsage } from '../../schemas/ai-uses.ts';

export function socialImages(scope: FastifyInstance, context: Context): void {
  resource(scope, '/pieces/:id/social.png', {
    GET: {
      schema: { hide: true },
      async handler(request, reply) {
        const { image, aiUses } = await socialImage(context, parameter(request, 'id'));
        const etag = strongTag(image, 'png');
        reply
          .header('etag', etag)
          .header('cache-control', 'public, no-cache')
          .header('content-security-policy', "default-src 'none'; frame-ancestors 'none'; sandbox")
          .header('cross-origin-resource-policy', 'cross-origin');
        const usage = contentUsage(aiUses);
        if (usage) reply.header('content-usage', usage);
        if (matchesEtag(request.headers['if-none-match'], etag)) return sendNotModified(reply);
        return reply.type('image/png').send(image);
      },
    },
  });
}
