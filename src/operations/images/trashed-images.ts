// Images that only pieces in the trash name: they are 404 until a piece comes back, or another names them.

import type { Context } from '../operation.ts';

/** How long the hash is that every name of an image begins with. */
const HASH = 64;

/** Looking through every version is for one request, however many ask. */
const looking = new Map<string, Promise<boolean>>();

export async function isOnlyInTrash({ store }: Context, name: string): Promise<boolean> {
  const hash = name.slice(0, HASH);
  const found = await store.trashedImages.find(hash);
  if (!found || found.isChecked) return found !== null;
  const answer = looking.get(hash) ?? lookUp(store, hash).finally(() => looking.delete(hash));
  looking.set(hash, answer);
  return answer;
}

/** A version that is saved meanwhile takes the hash off the list, whatever is found here. */
async function lookUp({ trashedImages }: Context['store'], hash: string): Promise<boolean> {
  const isNamed = await trashedImages.isNamed(hash);
  if (isNamed) await trashedImages.remove([hash]);
  else await trashedImages.setChecked(hash);
  return !isNamed;
}
