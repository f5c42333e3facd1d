// Identifies who requests an image: a signed-in writer, a key, a holder of a private link, or several of these.

import type { FastifyRequest } from 'fastify';
import { Problem } from '../../errors.ts';
import { bearerToken } from '../../http/bearer.ts';
import { sessionOf } from '../../http/pages/session-cookie.ts';
import { actorForKey } from '../../operations/api-keys/api-keys.ts';
import type { ImageViewer } from '../../operations/images/image-access.ts';
import { PREVIEW_PARAMETER } from '../../operations/images/preview-images.ts';
import type { Context } from '../../operations/operation.ts';
import { openPreview } from '../../operations/pieces/previews.ts';

export async function viewerOf(context: Context, request: FastifyRequest): Promise<ImageViewer> {
  const { authorization } = request.headers;
  const token: unknown = Object(request.query)[PREVIEW_PARAMETER];
  const session = await sessionOf(context, request);
  return {
    writer: session?.actor,
    key: await orNobody(
      async () => authorization && actorForKey(context, bearerToken(request.raw)),
    ),
    preview: await orNobody(async () => typeof token === 'string' && openPreview(context, token)),
  };
}

/** An invalid credential counts as none, so that its holder learns no more than others. */
async function orNobody<Found extends object>(
  find: () => Promise<Found | false | '' | undefined>,
): Promise<Found | undefined> {
  try {
    return (await find()) || undefined;
  } catch (error) {
    if (error instanceof Problem) return undefined;
    throw error;
  }
}
