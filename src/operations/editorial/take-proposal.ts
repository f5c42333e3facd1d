// Shows a proposal to the writer, who takes all changes, some or none, as a new version.

import { Problem } from '../../errors.ts';
import { type Decision, takenChanges } from '../../store/editorial/proposals.ts';
import type { ProposalRow } from '../../store/tables/editorial.ts';
import type { PieceVersionRow } from '../../store/tables/pieces.ts';
import type { Actor, WriterActor } from '../actor.ts';
import { type Context, timestamp } from '../operation.ts';
import { type DeskPiece, deskPiece } from '../pieces/own-pieces.ts';
import { savePiece } from '../pieces/saving/save-piece.ts';
import { EDITABLE } from '../states/state-table.ts';
import { announceAnswer } from './answered-event.ts';
import { chosen, type ProposedChanges } from './proposal-changes.ts';
import { proposalOf } from './proposals.ts';

export interface ShownProposal extends DeskPiece {
  proposal: ProposalRow;
  base: PieceVersionRow;
  changes: ProposedChanges;
  taken: PieceVersionRow;
  canBeTaken: boolean;
}

export async function shownProposal(
  context: Context,
  actor: WriterActor,
  pieceId: string,
  id: string,
): Promise<ShownProposal> {
  const found = await deskPiece(context, actor, pieceId);
  const proposal = await proposalOf(context.store, found.piece.id, id);
  const base =
    (await context.store.pieces.version(found.piece.id, proposal.base_version)) ?? found.working;
  const { changes, content } = await chosen({ base, proposal, working: found.working }, 'all');
  return {
    ...found,
    proposal,
    base,
    changes,
    taken: { ...found.working, ...content },
    canBeTaken: proposal.status === 'open' && EDITABLE.includes(found.piece.status),
  };
}

interface Taking {
  readonly pieceId: string;
  readonly id: string;
  /** The number of the version that was shown; a newer one must not be overwritten. */
  readonly shown: number;
  readonly chosen: 'all' | readonly string[];
}

/**
 * Saves the taken changes as a version, and returns whether changes are left to decide on. Publishing the version is a
 * separate step, as for any other version.
 */
export async function takeProposal(
  context: Context,
  actor: Actor,
  taking: Taking,
): Promise<{ isOpen: boolean }> {
  if (actor.kind !== 'writer') throw new Problem('forbidden');
  const shown = await shownProposal(context, actor, taking.pieceId, taking.id);
  if (shown.proposal.status !== 'open') throw new Problem('proposal_decided');
  if (shown.working.number !== taking.shown) throw new Problem('version_conflict');
  const left = shown.changes.filter(({ isTaken }) => !isTaken).map(({ id }) => id);
  const taken = left.filter((id) => taking.chosen === 'all' || taking.chosen.includes(id));
  if (taking.chosen !== 'all' && taken.length === 0) throw new Problem('nothing_chosen');
  const isOpen = taken.length < left.length;
  const { content } = await chosen(shown, taken);
  await context.store.transaction(async (store) => {
    const inside = { ...context, store };
    const saved = await savePiece(inside, actor, shown.piece.id, taking.shown, content, 'taken');
    const version = saved.working_version;
    const now = taken.map((id) => ({ id, version }));
    await decide(inside, shown, {
      taken_changes: JSON.stringify([...takenChanges(shown.proposal), ...now]),
      changes_total: shown.changes.length,
      ...(!isOpen && { ...closed(context, 'taken'), taken_version: version }),
    });
  });
  return { isOpen };
}

export async function declineProposal(
  context: Context,
  actor: Actor,
  pieceId: string,
  id: string,
): Promise<void> {
  if (actor.kind !== 'writer') throw new Problem('forbidden');
  const shown = await shownProposal(context, actor, pieceId, id);
  await context.store.transaction(async (store) => {
    await store.pieces.lock(shown.piece.id);
    await decide({ ...context, store }, shown, closed(context, 'declined'));
  });
}

/** Call decide in the transaction that has locked the piece, because the proposal may have been decided meanwhile. */
async function decide(
  context: Context,
  { piece, proposal, changes }: ShownProposal,
  decision: Decision,
): Promise<void> {
  const { store } = context;
  const current = await proposalOf(store, piece.id, proposal.id);
  if (current.status !== 'open') throw new Problem('proposal_decided');
  await store.proposals.decide(current, decision);
  await announceAnswer(context, { ...current, ...decision }, changes);
}

const closed = ({ now }: Context, status: 'taken' | 'declined') => ({
  status,
  decided_at: timestamp(now()),
});
