// Row types of authors: profiles, former slugs, search texts.

import type { ProfileValues } from '../../schemas/profile-fields.ts';
import type { Flag } from './flag.ts';

export interface AuthorRow extends ProfileValues {
  id: string;
  slug: string;
  name: string;
  identity_verified: Flag;
  website_verified: Flag;
  socials: string;
  ai_uses: string;
  joined_at: string;
  suspended_at: string | null;
  pieces_count: number;
  last_published_at: string | null;
  writing_policy: string | null;
  /** 1 if the author's pieces tell readers that a person wrote them. */
  shows_human: Flag;
}

export interface AuthorSlugRow {
  slug: string;
  author_id: string;
  since: string;
}

export interface AuthorTextRow {
  author_id: string;
  folded: string;
}
