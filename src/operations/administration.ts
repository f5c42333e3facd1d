// What admins may do with other writers: verify who they are, suspend and reinstate them.

import { Problem } from '../errors.ts';
import type { WriterActor } from './actor.ts';
import type { Context } from './operation.ts';
import { reinstateWriter, suspendWriter, unverifyWriter, verifyWriter } from './writers.ts';

const DEEDS = {
  verify: verifyWriter,
  unverify: unverifyWriter,
  suspend: suspendWriter,
  reinstate: reinstateWriter,
} as const;

export type Deed = keyof typeof DEEDS;
export const DEED_NAMES = Object.keys(DEEDS).filter((name): name is Deed => name in DEEDS);

export async function listWriters({ store }: Context, actor: WriterActor) {
  if (!actor.isAdmin) throw new Problem('not_found');
  return store.authors.page(null, 1000);
}

export async function administer(context: Context, actor: WriterActor, slug: string, deed: Deed) {
  if (!actor.isAdmin) throw new Problem('not_found');
  // Nobody locks themselves out.
  if (slug === actor.slug && deed === 'suspend') throw new Problem('forbidden');
  await DEEDS[deed](context, slug);
}
