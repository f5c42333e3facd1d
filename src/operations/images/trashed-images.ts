// Images to which only pieces in the trash refer. Their URLs return 404 until a text outside the trash refers to them.

import type { ListedImage } from '../../store/images/trashed-images.ts';
import type { Context } from '../operation.ts';
import { hashOfName } from './image-names.ts';

/** Coalesces concurrent requests for an image, because a lookup reads every version. */
const looking = new Map<string, Promise<boolean>>();

export async function isOnlyInTrash({ store }: Context, name: string): Promise<boolean> {
  const hash = hashOfName(name);
  const found = await store.trashedImages.find(hash);
  if (!found || found.isChecked) return found !== null;
  const key = hash + found.mark;
  const answer = looking.get(key) ?? lookUp(store, found).finally(() => looking.delete(key));
  looking.set(key, answer);
  return answer;
}

/** If a version or a deletion changes the image's entry during the check, the result is not stored. */
async function lookUp({ trashedImages }: Context['store'], image: ListedImage): Promise<boolean> {
  const isNamed = await trashedImages.isNamed(image.hash);
  if (isNamed) await trashedImages.removeChecked(image);
  else await trashedImages.setChecked(image);
  return !isNamed;
}
