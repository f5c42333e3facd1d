// Slugs that no other writer can get: those that writers have or had, including those of erased accounts.

import type { Store } from '../../store/store.ts';

export const isSlugTaken = async (store: Store, slug: string): Promise<boolean> =>
  (await store.authors.bySlug(slug)) !== undefined || (await store.erasures.isSlugErased(slug));
