// What AI readers may use a writer's texts for, and all those who have said so themselves.

import { type AiUses, withWriters } from '../../schemas/ai-uses.ts';
import type { Context } from '../operation.ts';

/** By a current or former slug; the site's answer where there is no such writer. */
export async function aiUsesBy({ store, config }: Context, slug: string): Promise<AiUses> {
  const author = await store.authors.onPage(slug);
  return author ? withWriters(config.aiUses, author.ai_uses) : config.aiUses;
}

export interface WriterAiUses {
  slug: string;
  uses: AiUses;
}

/** Of the writers who have said something themselves, in the order of their slugs. */
export async function writersAiUses({ store, config }: Context): Promise<WriterAiUses[]> {
  const rows = await store.authors.withAiUses(WRITERS);
  return rows.map(({ slug, ai_uses }) => ({ slug, uses: withWriters(config.aiUses, ai_uses) }));
}

/** In robots.txt and the licence, which are read whole. */
const WRITERS = 1_000;
