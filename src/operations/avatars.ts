// A writer's picture.

import { avatarFrom } from '../media/images.ts';
import { contentHash, mediaStorage } from '../media/storage.ts';
import { mediaPath } from '../schemas/pictures.ts';
import type { WriterActor } from './actor.ts';
import type { Context } from './operation.ts';

export async function setAvatar({ config, store }: Context, actor: WriterActor, bytes: Buffer) {
  const avatar = await avatarFrom(bytes);
  const name = `${contentHash(avatar)}.webp`;
  await mediaStorage(config).put(name, avatar);
  await store.authors.update(actor.accountId, { avatar_url: mediaPath(name) });
}

export async function removeAvatar({ store }: Context, actor: WriterActor): Promise<void> {
  await store.authors.update(actor.accountId, { avatar_url: null });
}

export const readAvatar = ({ config }: Context, name: string) => mediaStorage(config).get(name);
