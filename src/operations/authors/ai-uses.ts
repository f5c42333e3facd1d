// The uses of a writer's texts that AI readers are allowed, and the writers who have chosen them.

import { type AiUses, withWriters } from '../../schemas/ai-uses.ts';
import type { Context } from '../operation.ts';

/** `slug` may be a former one. Without such a writer, the site's choice applies. */
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

/** Limited, because robots.txt and the licence are read whole. */
const WRITERS = 1_000;
