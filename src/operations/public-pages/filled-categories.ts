// The categories in the navigation: those with at least one publication.

import { CATEGORIES, type Category } from '../../schemas/vocabulary.ts';
import { identityOf } from '../identity/identity.ts';
import type { Context } from '../operation.ts';

export async function filledCategories({
  store,
  config,
}: Pick<Context, 'store' | 'config'>): Promise<readonly Category[]> {
  const filled = await store.lists.filledCategories(CATEGORIES);
  return identityOf(config).categories.filter((each) => filled.includes(each));
}
