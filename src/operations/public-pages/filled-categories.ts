// The categories in which something is published: those that the navigation names.

import { CATEGORIES, type Category } from '../../schemas/vocabulary.ts';
import { type Identity, identityOf } from '../identity/identity.ts';
import type { Context } from '../operation.ts';

export const filledCategories = async ({ store, config }: Pick<Context, 'store' | 'config'>) =>
  categoriesNamed(identityOf(config), await store.lists.filledCategories(CATEGORIES));

type Lists = WeakMap<readonly string[], readonly Category[]>;

const lists = new WeakMap<Identity, Lists>();

/** The same list for the same names, so that what is written of it can be remembered with it. */
function categoriesNamed(identity: Identity, names: readonly string[]): readonly Category[] {
  const ofIdentity: Lists = lists.get(identity) ?? new WeakMap();
  lists.set(identity, ofIdentity);
  const known = ofIdentity.get(names) ?? identity.categories.filter((each) => names.includes(each));
  ofIdentity.set(names, known);
  return known;
}
