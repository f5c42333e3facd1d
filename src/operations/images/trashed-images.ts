// Images that only pieces in the trash name: 404 until a piece is restored or another names them.

import type { ListedImage } from '../../store/images/trashed-images.ts';
import type { Context } from '../operation.ts';

const HASH = 64;

/** Coalesces requests: one of them looks through every version. */
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

/** Saving a version meanwhile unlists the hash; trashing a piece meanwhile gives it a new mark to check again. */
async function lookUp({ trashedImages }: Context['store'], image: ListedImage): Promise<boolean> {
  const isNamed = await trashedImages.isNamed(image.hash);
  if (isNamed) await trashedImages.removeChecked(image);
  else await trashedImages.setChecked(image);
  return !isNamed;
}
