// What waits for an answer in a writer's pieces: open notes, requested revisions, open proposals.

import type { Waiting } from '../../schemas/editorial/proposal-outcome.ts';
import type { Of } from '../../schemas/shapes.ts';
import type { KeyActor } from '../actor.ts';
import type { Context } from '../operation.ts';

export const whatWaits = async (
  { store }: Context,
  { accountId }: KeyActor,
): Promise<Of<typeof Waiting>> => ({
  open_notes: await store.notes.countOpenOf(accountId),
  revision_requests: await store.pieces.countAsked(accountId),
  open_proposals: await store.proposals.countOpenOf(accountId),
});
