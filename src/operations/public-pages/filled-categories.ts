// The navigation's categories: those in which something is published.

import { CATEGORIES, type Category } from '../../schemas/vocabulary.ts';
import type { Context } from '../operation.ts';

export async function filledCategories({
  store,
  identity,
}: Pick<Context, 'store' | 'identity'>): Promise<readonly Category[]> {
  const filled = await store.lists.filledCategories(CATEGORIES);
  return identity.current.categories.filter((each) => filled.includes(each));
}
