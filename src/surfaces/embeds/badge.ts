// /embed/{slug}/badge.svg: a writer's name as an image, for any site.

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Problem } from '../../errors.ts';
import { sendText } from '../../http/cache/send-response.ts';
import { parameter, resource } from '../../http/resource.ts';
import { aiUsesBy } from '../../operations/authors/ai-uses.ts';
import { getAuthor } from '../../operations/authors/authors.ts';
import type { Context } from '../../operations/operation.ts';
import { badge } from '../../rendering/templates/badge.ts';
import { BADGE_THEMES, BADGE_TONES, type BadgeTheme } from '../../schemas/vocabulary.ts';
import { BADGE_TYPE, badgeRoute, neutralBadge } from './openapi.ts';

interface Asked {
  theme: BadgeTheme;
  isEmphasised: boolean;
}

export function badges(scope: FastifyInstance, context: Context): void {
  const { publicMaxAge } = context.config;
  resource(scope, '/embed/:slug/badge.svg', {
    GET: {
      schema: badgeRoute(context.config),
      async handler(request, reply) {
        reply.header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'");
        const { name: siteName, accent: accents } = context.identity.current;
        const type = `${BADGE_TYPE}; charset=utf-8`;
        const asked = askedIn(request);
        const author = asked && (await authorOf(context, parameter(request, 'slug')));
        if (!asked || !author) {
          // An img element shows the body of an error response too, so errors are drawn as a badge.
          reply
            .code(asked ? 404 : 400)
            .header('cache-control', 'no-store')
            .type(type);
          return reply.send(neutralBadge(siteName, asked?.theme ?? 'light', accents));
        }
        const { name, slug, identity_verified: isVerified } = author;
        const aiUses = await aiUsesBy(context, slug);
        const body = badge({ name, siteName, accents, isVerified, ...asked });
        return sendText(request, reply, { type, body, maxAge: publicMaxAge, aiUses });
      },
    },
  });
}

function askedIn(request: FastifyRequest): Asked | null {
  const { theme, tone } = { theme: 'light', tone: undefined, ...Object(request.query) };
  const known = BADGE_THEMES.find((each) => each === theme);
  const isEmphasised = BADGE_TONES.some((each) => each === tone);
  return known && (isEmphasised || tone === undefined) ? { theme: known, isEmphasised } : null;
}

/** Author who has or had this slug. */
async function authorOf(context: Context, slug: string) {
  try {
    return (await getAuthor.run(context, { slug })).author;
  } catch (error) {
    if (error instanceof Problem && error.code === 'author_not_found') return null;
    throw error;
  }
}
