// Sets and removes a writer's avatar.

import { contentHash, mediaStorage } from '../../media/choose-storage.ts';
import { mediaPath } from '../../schemas/images/image-urls.ts';
import type { WriterActor } from '../actor.ts';
import type { Context } from '../operation.ts';
import { showAuthorWith } from '../websub/websub.ts';

export async function setAvatar(context: Context, actor: WriterActor, bytes: Buffer) {
  const { avatarFrom } = await import('../../media/image-decoding.ts');
  const avatar = await avatarFrom(bytes, context.config.imageMegapixels);
  const name = `${contentHash(avatar)}.webp`;
  await mediaStorage(context.config).put(name, avatar);
  await showAuthorWith(context, actor.accountId, { avatar_url: mediaPath(name) });
}

export const removeAvatar = (context: Context, actor: WriterActor): Promise<void> =>
  showAuthorWith(context, actor.accountId, { avatar_url: null });

export const readAvatar = ({ config }: Context, name: string) => mediaStorage(config).get(name);
