// The categories in the navigation: those with at least one publication.

import { CATEGORIES, type Category } from '../../schemas/vocabulary.ts';
import type { Context } from '../operation.ts';

export async function filledCategories({
  store,
  identity,
}: Pick<Context, 'store' | 'identity'>): Promise<readonly Category[]> {
  const filled = await store.lists.filledCategories(CATEGORIES);
  return identity.current.categories.filter((each) => filled.includes(each));
}
