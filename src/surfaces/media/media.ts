// /media: images by the hash of their content, immutable in browser caches and usable on any site; images uploaded
// with keys, for those who may see them.

import cookie from '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../../errors.ts';
import { matchesEtag, sendNotModified, strongTag } from '../../http/cache/etag.ts';
import { cacheControl } from '../../http/cache/send-response.ts';
import { openToAllOrigins, refuseOrigins } from '../../http/cors.ts';
import { answerAsJson } from '../../http/error-responses.ts';
import { limitReads } from '../../http/limits/read-rate-limit.ts';
import { resource } from '../../http/resource.ts';
import { readAvatar } from '../../operations/images/avatars.ts';
import type { ImageAccess } from '../../operations/images/image-access.ts';
import { readImage } from '../../operations/images/images.ts';
import type { Context } from '../../operations/operation.ts';
import { imageAt, isAvatar, mediaPath } from '../../schemas/images/image-urls.ts';
import { acceptedEncodings } from './accepted-format.ts';
import { viewerOf } from './viewers.ts';

interface Found {
  readonly type: string;
  readonly bytes: Buffer;
  readonly access: ImageAccess;
}

/** Published images may be withdrawn, after which no cache may still have them. */
const cachingOf = ({ config }: Context, { access }: Found) =>
  access === 'open' ? 'public, max-age=31536000, immutable' : cacheControl(config.publicMaxAge);

export async function media(scope: FastifyInstance, context: Context): Promise<void> {
  openToAllOrigins(scope);
  await scope.register(cookie);
  limitReads(scope, 'media');
  // A request for an image can't show an error page.
  answerAsJson(scope, context.store);
  resource(scope, '/media/:name', {
    GET: {
      async handler(request, reply) {
        const { name } = { name: '', ...Object(request.params) };
        const image = imageAt(mediaPath(String(name)));
        if (image) reply.header('vary', 'Accept');
        const found = image
          ? await readImage(context, image.name, acceptedEncodings(request.headers.accept), () =>
              viewerOf(context, request),
            )
          : await avatar(context, String(name));
        if (!found) throw new Problem('not_found');
        return found.access === 'private'
          ? sendPrivately(reply, found)
          : send(request, reply, found, cachingOf(context, found));
      },
    },
  });
}

async function avatar(context: Context, name: string): Promise<Found | null> {
  const bytes = isAvatar(name) ? await readAvatar(context, name) : null;
  return bytes && { type: 'image/webp', bytes, access: 'open' };
}

const POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox";

/** Private images have no ETag, because no client may store them and send the ETag back later. */
function sendPrivately(reply: FastifyReply, { type, bytes }: Found) {
  return refuseOrigins(reply)
    .header('cache-control', 'no-store')
    .header('content-security-policy', POLICY)
    .header('cross-origin-resource-policy', 'same-origin')
    .header('x-robots-tag', 'noindex')
    .type(type)
    .send(bytes);
}

function send(request: FastifyRequest, reply: FastifyReply, found: Found, caching: string) {
  const { type, bytes } = found;
  const etag = strongTag(bytes, type.replace('image/', ''));
  reply
    .header('etag', etag)
    .header('cache-control', caching)
    .header('content-security-policy', POLICY)
    .header('cross-origin-resource-policy', 'cross-origin');
  if (matchesEtag(request.headers['if-none-match'], etag)) return sendNotModified(reply);
  return reply.type(type).send(bytes);
}
