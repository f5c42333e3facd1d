// Queues the webhook event that says how the writer answered a proposal.

import type { ProposalRow } from '../../store/tables/editorial.ts';
import { type Context, timestamp } from '../operation.ts';
import { queueEvent } from '../webhooks/queue-deliveries.ts';
import { pieceFacts } from './events.ts';
import type { ProposedChanges } from './proposal-changes.ts';
import { outcomeRecord } from './proposal-outcomes.ts';

/** Call announceAnswer in the transaction that answers, after it has stored the version and the decision. */
export async function announceAnswer(
  context: Context,
  proposal: ProposalRow,
  changes: ProposedChanges,
): Promise<void> {
  const { store, now } = context;
  const piece = await store.pieces.byId(proposal.piece_id);
  const [author] = piece ? await store.authors.byIds([piece.author_id]) : [];
  if (!piece || !author) return;
  const at = timestamp(now());
  const event = 'proposal.answered';
  // A webhook belongs to the writer, not to a key.
  const { proposed_by, ...outcome } = outcomeRecord(proposal, changes, at, {
    slug: author.slug,
    keyId: null,
  });
  const { kind, name } = proposed_by;
  const answered = { ...outcome, proposed_by: { kind, name } };
  const body = { event, at, piece: pieceFacts(context, piece), proposal: answered };
  await queueEvent(store, piece.author_id, event, JSON.stringify(body), at);
}
