// Proposals of API keys, which never change the working copy.

import { randomUUID } from 'node:crypto';
import { Problem } from '../../errors.ts';
import type { Proposal } from '../../schemas/editorial/editorial.ts';
import { EDITORIAL_LIMITS } from '../../schemas/editorial/editorial-limits.ts';
import { pick } from '../../schemas/field-lists.ts';
import type { Of } from '../../schemas/shapes.ts';
import type { ProposalNote } from '../../store/editorial/proposals.ts';
import type { Store } from '../../store/store.ts';
import type { ProposalRow, TakenChange } from '../../store/tables/editorial.ts';
import type { PieceRow } from '../../store/tables/pieces.ts';
import { isUuid } from '../../validation.ts';
import type { KeyActor, WriterActor } from '../actor.ts';
import type { Context } from '../operation.ts';
import type { Content } from '../pieces/content.ts';
import { type DeskPiece, deskPiece } from '../pieces/own-pieces.ts';

export type { ProposalNote, ProposalRow };

export const takenChanges = ({
  taken_changes,
}: Pick<ProposalRow, 'taken_changes'>): readonly TakenChange[] => JSON.parse(taken_changes);

/** “1 of 4 taken”, or the empty string if none is taken. */
export function takenWords(proposal: Pick<ProposalRow, 'taken_changes' | 'changes_total'>): string {
  const taken = takenChanges(proposal).length;
  return taken === 0 ? '' : `${taken} of ${proposal.changes_total ?? taken} taken`;
}

/** Call addProposal in the transaction that has locked the piece. It supersedes the key's earlier proposal. */
export async function addProposal(
  store: Store,
  { kind, keyId, keyName }: KeyActor,
  { id: pieceId, working_version }: PieceRow,
  content: Content,
  at: string,
): Promise<ProposalRow> {
  await store.proposals.supersede(pieceId, keyId, at);
  if ((await store.proposals.countOpen(pieceId)) >= EDITORIAL_LIMITS.openProposals) {
    throw new Problem('many_proposals');
  }
  return store.proposals.add({
    ...content,
    id: randomUUID(),
    piece_id: pieceId,
    key_id: keyId,
    key_kind: kind,
    key_name: keyName,
    base_version: working_version,
    proposed_at: at,
    status: 'open',
    decided_at: null,
    taken_version: null,
    taken_changes: '[]',
    changes_total: null,
  });
}

const SHOWN = ['id', 'status', 'base_version', 'proposed_at'] as const;
export type ProposalFacts = Pick<ProposalRow, (typeof SHOWN)[number]>;

export const proposalRecord = (row: ProposalFacts): Of<typeof Proposal> => pick(row, SHOWN);

export interface PieceProposals extends DeskPiece {
  proposals: ProposalNote[];
}

export async function listProposals(
  context: Context,
  actor: WriterActor,
  id: string,
): Promise<PieceProposals> {
  const found = await deskPiece(context, actor, id);
  return { ...found, proposals: await context.store.proposals.ofPiece(found.piece.id) };
}

export async function proposalOf(store: Store, pieceId: string, id: string): Promise<ProposalRow> {
  const proposal = isUuid(id) ? await store.proposals.byId(pieceId, id.toLowerCase()) : undefined;
  if (!proposal) throw new Problem('proposal_not_found');
  return proposal;
}
