// The ways in which AI may use a writer's texts, and the writers who have chosen them.

import { type AiUses, withWriters } from '../../schemas/ai-uses.ts';
import type { Context } from '../operation.ts';

/** Accepts a former slug too. Without such a writer, the site's own choice applies. */
export async function aiUsesBy({ store, config }: Context, slug: string): Promise<AiUses> {
  const author = await store.authors.onPage(slug);
  return author ? withWriters(config.aiUses, author.ai_uses) : config.aiUses;
}

export interface WriterAiUses {
  slug: string;
  uses: AiUses;
}

export async function writersAiUses({ store, config }: Context): Promise<WriterAiUses[]> {
  const rows = await store.authors.withAiUses(WRITERS);
  return rows.map(({ slug, ai_uses }) => ({ slug, uses: withWriters(config.aiUses, ai_uses) }));
}

/** The maximum number of writers listed in robots.txt and the licence, which clients read as a whole. */
const WRITERS = 1_000;
