// Images that only pieces in the trash name: they are 404 until a piece comes back, or another names them.

import type { ListedImage } from '../../store/images/trashed-images.ts';
import type { Context } from '../operation.ts';

/** How long the hash is that every name of an image begins with. */
const HASH = 64;

/** Looking through every version is for one request, however many ask. */
const looking = new Map<string, Promise<boolean>>();

export async function isOnlyInTrash({ store }: Context, name: string): Promise<boolean> {
  const hash = name.slice(0, HASH);
  const found = await store.trashedImages.find(hash);
  if (!found || found.isChecked) return found !== null;
  const key = hash + found.mark;
  const answer = looking.get(key) ?? lookUp(store, found).finally(() => looking.delete(key));
  looking.set(key, answer);
  return answer;
}

/**
 * A version that is saved meanwhile takes the hash off the list, whatever is found here. A piece that goes to the
 * trash meanwhile puts it there with another mark, and the next request looks again.
 */
async function lookUp({ trashedImages }: Context['store'], image: ListedImage): Promise<boolean> {
  const isNamed = await trashedImages.isNamed(image.hash);
  if (isNamed) await trashedImages.removeChecked(image);
  else await trashedImages.setChecked(image);
  return !isNamed;
}
