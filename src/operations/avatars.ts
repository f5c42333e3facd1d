// A writer's picture.

import { join } from 'node:path';
import { keepFile, mediaPath, readKept } from '../media/files.ts';
import { avatarFrom } from '../media/images.ts';
import type { WriterActor } from './actor.ts';
import type { Context } from './operation.ts';

const folderOf = ({ config }: Context) => join(config.dataDir, 'media');

export async function setAvatar(context: Context, actor: WriterActor, bytes: Buffer) {
  const name = await keepFile(folderOf(context), await avatarFrom(bytes));
  await context.store.authors.update(actor.accountId, { avatar_url: mediaPath(name) });
}

export async function removeAvatar({ store }: Context, actor: WriterActor): Promise<void> {
  await store.authors.update(actor.accountId, { avatar_url: null });
}

export const readMedia = (context: Context, name: string) => readKept(folderOf(context), name);
