// /media: images by the hash of their content, immutable in browser caches and usable on any site.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../../errors.ts';
import { matchesEtag, sendNotModified, strongTag } from '../../http/cache/send-response.ts';
import { openToAllOrigins } from '../../http/cors.ts';
import { answerAsJson } from '../../http/error-responses.ts';
import { limitReads } from '../../http/limits/read-rate-limit.ts';
import { resource } from '../../http/resource.ts';
import { readAvatar } from '../../operations/images/avatars.ts';
import { readImage } from '../../operations/images/images.ts';
import type { Context } from '../../operations/operation.ts';
import { imageAt, isAvatar, mediaPath } from '../../schemas/image-urls.ts';
import { acceptedEncodings } from './accepted-format.ts';

interface Found {
  readonly type: string;
  readonly bytes: Buffer;
}

export async function media(scope: FastifyInstance, context: Context): Promise<void> {
  openToAllOrigins(scope);
  limitReads(scope, 'media');
  // A request for an image cannot show an error page.
  answerAsJson(scope, context.store);
  resource(scope, '/media/:name', {
    GET: {
      async handler(request, reply) {
        const { name } = { name: '', ...Object(request.params) };
        const image = imageAt(mediaPath(String(name)));
        if (image) reply.header('vary', 'Accept');
        const found = image
          ? await readImage(context, image.name, acceptedEncodings(request.headers.accept))
          : await avatar(context, String(name));
        if (!found) throw new Problem('not_found');
        return send(request, reply, found);
      },
    },
  });
}

async function avatar(context: Context, name: string): Promise<Found | null> {
  const bytes = isAvatar(name) ? await readAvatar(context, name) : null;
  return bytes && { type: 'image/webp', bytes };
}

function send(request: FastifyRequest, reply: FastifyReply, { type, bytes }: Found) {
  const etag = strongTag(bytes, type.replace('image/', ''));
  reply
    .header('etag', etag)
    .header('cache-control', 'public, max-age=31536000, immutable')
    .header('content-security-policy', "default-src 'none'; frame-ancestors 'none'; sandbox")
    .header('cross-origin-resource-policy', 'cross-origin');
  if (matchesEtag(request.headers['if-none-match'], etag)) return sendNotModified(reply);
  return reply.type(type).send(bytes);
}
