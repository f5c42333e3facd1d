// Presence: a signed-in writer shows with the password or a passkey that it is them. An open session is not enough for
// what can't be undone.

import { Problem } from '../../errors.ts';
import type { WriterActor } from '../actor.ts';
import type { Context } from '../operation.ts';
import { isEqual, signed, signingKey } from '../secrets.ts';
import { requirePassword } from './accounts.ts';

const LASTS_MS = 5 * 60 * 1000;

export interface Presence {
  readonly current: string;
  /** From a passkey; empty if the password is given. */
  readonly proof: string;
  readonly network: string;
}

/** Valid for a few minutes, and in this session alone. */
export const newProof = (context: Context, actor: WriterActor): Promise<string> =>
  proofUntil(context, actor, context.now().getTime() + LASTS_MS);

async function proofUntil({ store }: Context, { sessionId }: WriterActor, ends: number) {
  const signature = signed(await signingKey(store), 'passkey proof', `${sessionId}\n${ends}`);
  return `${ends}.${signature}`;
}

export async function requirePresence(
  context: Context,
  actor: WriterActor,
  { current, proof, network }: Presence,
): Promise<void> {
  if (proof === '') {
    const client = { network, account: actor.accountId, isKnown: true };
    await requirePassword(context, actor, current, client);
    return;
  }
  const ends = Number(proof.split('.')[0]);
  const isOurs = isEqual(proof, await proofUntil(context, actor, ends));
  if (!isOurs || !(ends > context.now().getTime())) throw new Problem('passkey_refused');
}
