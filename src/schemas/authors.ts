// Schemas of authors as the public sees them.

import { Type } from 'typebox';
import { profileRecord } from './profile-fields.ts';
import { NullableDateTime, NullableString, NullableUri, type Of, Record, Uri } from './shapes.ts';
import { SOCIAL_NETWORKS, type SocialNetwork } from './vocabulary.ts';

export type Socials = { [network in SocialNetwork]: string | null };

const SocialsSchema = Type.Unsafe<Socials>({
  type: 'object',
  properties: Object.fromEntries(SOCIAL_NETWORKS.map((network) => [network, NullableUri()])),
  required: [...SOCIAL_NETWORKS],
});

export const Author = Record('Author', {
  slug: Type.String(),
  name: Type.String(),
  ...profileRecord,
  identity_verified: Type.Boolean(),
  website_verified: Type.Boolean(),
  socials: SocialsSchema,
  stats: Type.Object({
    pieces_count: Type.Integer({ description: 'The number of published pieces.' }),
    last_published_at: NullableDateTime(),
  }),
  urls: Type.Object({
    profile: Uri(),
    badge_svg: Uri(),
    feed_json: Uri(),
    feed_rss: Uri(),
  }),
  joined_at: NullableDateTime(),
});
export type Author = Of<typeof Author>;

export const AuthorHit = Record('AuthorHit', {
  slug: Type.String(),
  name: Type.String(),
  role: NullableString(),
  niche: NullableString(),
  bio_snippet: NullableString({ description: 'The first 160 characters of the bio.' }),
  avatar_url: NullableUri(),
  identity_verified: Type.Boolean(),
  pieces_count: Type.Integer(),
  urls: Type.Object({ profile: Uri(), badge_svg: Uri(), feed_json: Uri() }),
});
export type AuthorHit = Of<typeof AuthorHit>;
