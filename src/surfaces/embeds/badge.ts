// /embed/{slug}/badge.svg: a writer's name as a picture, for any site.

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Problem } from '../../errors.ts';
import { openToAllOrigins } from '../../http/cors.ts';
import { limitReads } from '../../http/rate-limits.ts';
import { sendText } from '../../http/representation.ts';
import { parameter, resource } from '../../http/resource.ts';
import { getAuthor } from '../../operations/authors.ts';
import type { Context } from '../../operations/operation.ts';
import { BADGE_THEMES, type BadgeTheme, badge } from '../../rendering/badge.ts';

interface Asked {
  theme: BadgeTheme;
  isEmphasised: boolean;
}

export async function badges(scope: FastifyInstance, context: Context): Promise<void> {
  const { siteName, publicMaxAge } = context.config;
  openToAllOrigins(scope);
  await limitReads(scope, context.config);
  resource(scope, '/embed/:slug/badge.svg', {
    GET: {
      schema: { hide: true },
      async handler(request, reply) {
        reply
          .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'")
          .header('cross-origin-resource-policy', 'cross-origin')
          .header('x-content-type-options', 'nosniff');
        const asked = askedIn(request);
        const author = await authorOf(context, parameter(request, 'slug'));
        const isKnown = asked !== null && author !== null;
        // An image element shows what comes with a failure too: the house's name, and no writer's.
        if (!isKnown) reply.code(asked === null ? 400 : 404);
        const body = badge({
          name: isKnown ? author.name : siteName,
          siteName,
          theme: asked?.theme ?? 'light',
          isVerified: isKnown && author.identity_verified,
          isEmphasised: asked?.isEmphasised ?? false,
        });
        if (!isKnown) return reply.header('cache-control', 'no-store').type(TYPE).send(body);
        return sendText(request, reply, { type: TYPE, body, maxAge: publicMaxAge });
      },
    },
  });
}

const TYPE = 'image/svg+xml; charset=utf-8';

/** Null for a theme or a tone that there is not. */
function askedIn(request: FastifyRequest): Asked | null {
  const { theme, tone } = { theme: 'light', tone: undefined, ...Object(request.query) };
  const known = BADGE_THEMES.find((each) => each === theme);
  if (!known || (tone !== undefined && tone !== 'verified')) return null;
  return { theme: known, isEmphasised: tone === 'verified' };
}

/** By a slug of today or of before; null for nobody's. */
async function authorOf(context: Context, slug: string) {
  try {
    return (await getAuthor.run(context, { slug })).author;
  } catch (error) {
    if (error instanceof Problem && error.code === 'author_not_found') return null;
    throw error;
  }
}
