// The badge and embed.js in the OpenAPI document.

import type { FastifySchema } from 'fastify';
import { Type } from 'typebox';
import type { Config } from '../../config.ts';
import {
  ANY_FAILURE,
  cacheableText,
  cachedFile,
  drawnFailure,
  NOT_MODIFIED,
} from '../../http/openapi/documented-responses.ts';
import { EXAMPLE_AUTHOR } from '../../operations/examples.ts';
import type { Accent } from '../../operations/identity/identity.ts';
import { urlsOf } from '../../operations/urls.ts';
import { badge } from '../../rendering/templates/badge.ts';
import { OneOf } from '../../schemas/shapes.ts';
import { BADGE_THEMES, BADGE_TONES, type BadgeTheme } from '../../schemas/vocabulary.ts';

export const BADGE_TYPE = 'image/svg+xml';
export const SCRIPT_TYPE = 'application/javascript';

export const neutralBadge = (name: string, theme: BadgeTheme, accents: Accent | null = null) =>
  badge({ name, siteName: null, theme, accents, isVerified: false, isEmphasised: false });

export const badgeRoute = ({ siteName }: Config): FastifySchema => ({
  operationId: 'authorBadge',
  summary: 'Get the badge of an author',
  description:
    'Returns a pill with the author’s name as a self-contained image, with a tick if the identity is verified. It ' +
    'stays up to date: a new name or a verification shows immediately, and the author’s earlier slugs work too.',
  tags: ['Authors'],
  params: Type.Object({
    slug: {
      ...Type.String({ description: "The author's slug." }),
      examples: [EXAMPLE_AUTHOR.slug],
    },
  }),
  querystring: Type.Object({
    theme: Type.Optional(
      OneOf(BADGE_THEMES, { description: 'For a light page or a dark one.', default: 'light' }),
    ),
    tone: Type.Optional(
      OneOf(BADGE_TONES, {
        description: 'The emphasised look. It adds no tick if the identity is not verified.',
      }),
    ),
  }),
  response: {
    200: cacheableText('Found.', BADGE_TYPE, Type.String(), exampleBadge(siteName)),
    304: NOT_MODIFIED,
    400: drawnFailure(
      'There is no such theme or tone. The image is returned without a name.',
      'invalid_input',
      BADGE_TYPE,
      neutralBadge(siteName, 'light'),
    ),
    404: drawnFailure(
      'No author has this slug. The image is returned without a name.',
      'author_not_found',
      BADGE_TYPE,
      neutralBadge(siteName, 'light'),
    ),
    ...ANY_FAILURE,
  },
});

export const scriptRoute = ({ baseUrl }: Config): FastifySchema => ({
  operationId: 'embedScript',
  summary: 'Get the script of the widgets',
  description:
    'JavaScript for pages of any site: it fills every element that has the attribute `data-service-widget` with ' +
    'a badge, card, list or bio of the author in `data-slug`, and updates when elements are changed, added or ' +
    'removed.',
  tags: ['Authors'],
  response: {
    200: cachedFile('The script.', SCRIPT_TYPE, Type.String(), urlsOf(baseUrl).embedScript),
    304: NOT_MODIFIED,
    ...ANY_FAILURE,
  },
});

const exampleBadge = (siteName: string) =>
  badge({
    name: EXAMPLE_AUTHOR.name,
    siteName,
    theme: 'light',
    isVerified: EXAMPLE_AUTHOR.identity_verified === 1,
    isEmphasised: false,
  });
