// Slugs of writers that nobody else gets: every one that a writer has or had, those of erased accounts included.

import type { Store } from '../../store/store.ts';

export const isSlugTaken = async (store: Store, slug: string): Promise<boolean> =>
  (await store.authors.bySlug(slug)) !== undefined || (await store.erasures.isSlugErased(slug));
