// The categories in which something is published: those that the navigation names.

import { CATEGORIES, type Category } from '../../schemas/vocabulary.ts';
import type { Context } from '../operation.ts';

export const filledCategories = async ({ store }: Pick<Context, 'store'>) =>
  categoriesNamed(await store.lists.filledCategories(CATEGORIES));

/** The same at once; null where it has to be read. */
export function filledCategoriesNow({ store }: Pick<Context, 'store'>): readonly Category[] | null {
  const known = store.lists.knownFilledCategories(CATEGORIES);
  return known ? categoriesNamed(known) : null;
}

const lists = new WeakMap<readonly string[], readonly Category[]>();

/** The same list for the same names, so that what is written of it can be remembered with it. */
function categoriesNamed(names: readonly string[]): readonly Category[] {
  const known = lists.get(names) ?? CATEGORIES.filter((each) => names.includes(each));
  lists.set(names, known);
  return known;
}
