// Turns an author's row into public records.

import { AUTHOR_LIMITS } from '../../schemas/accounts/author-limits.ts';
import type { Author, AuthorHit, Socials } from '../../schemas/authors.ts';
import { valuesFor } from '../../schemas/field-lists.ts';
import { PROFILE_FIELD_NAMES, profileField } from '../../schemas/profile-fields.ts';
import { SOCIAL_NETWORKS } from '../../schemas/vocabulary.ts';
import type { AuthorRow } from '../../store/tables/authors.ts';
import { type Urls, uriOrNull } from '../urls.ts';

export function authorRecord(row: Readonly<AuthorRow>, urls: Urls): Author {
  const socials = socialsOf(row);
  return {
    slug: row.slug,
    name: row.name,
    ...valuesFor(PROFILE_FIELD_NAMES, (name) => {
      const { format } = profileField(name);
      if (format === undefined) return row[name];
      return format === 'image' ? urls.image(row[name]) : uriOrNull(row[name]);
    }),
    identity_verified: row.identity_verified === 1,
    website_verified: row.website_verified === 1,
    socials: valuesFor(SOCIAL_NETWORKS, (network) => uriOrNull(socials[network])),
    stats: { pieces_count: row.pieces_count, last_published_at: row.last_published_at },
    urls: urls.author(row.slug),
    joined_at: row.joined_at,
  };
}

export const bylineOf = (row: Readonly<AuthorRow>) => ({
  author_slug: row.slug,
  author_name: row.name,
  author_verified: row.identity_verified,
  author_avatar: row.avatar_url,
});

export function authorHit(row: AuthorRow, urls: Urls): AuthorHit {
  const { profile, badge_svg, feed_json } = urls.author(row.slug);
  return {
    slug: row.slug,
    name: row.name,
    role: row.role,
    niche: row.niche,
    bio_snippet: row.bio === null ? null : cutAtWord(row.bio, AUTHOR_LIMITS.bioSnippet),
    avatar_url: urls.image(row.avatar_url),
    identity_verified: row.identity_verified === 1,
    pieces_count: row.pieces_count,
    urls: { profile, badge_svg, feed_json },
  };
}

export function socialsOf(row: Pick<AuthorRow, 'socials'>): Socials {
  const known: Partial<Socials> = JSON.parse(row.socials);
  return valuesFor(SOCIAL_NETWORKS, (network) => known[network] ?? null);
}

function cutAtWord(text: string, length: number): string {
  const characters = [...text];
  if (characters.length <= length) return text;
  const head = characters.slice(0, length).join('');
  const cut = /\s/.test(characters[length] ?? '') ? head : head.replace(/\s+\S*$/u, '');
  return cut.trimEnd();
}
