// Proposals: changes that keys propose, until the writer takes or declines them.

import { countOf, nextNumber } from '../database/counts.ts';
import { Repository } from '../database/repository.ts';
import { outsideTrash } from '../database/trash-filter.ts';
import type { ProposalRow, TakenChange } from '../tables/editorial.ts';

const NOTE = [
  ...(['id', 'number', 'key_id', 'key_kind', 'key_name', 'base_version'] as const),
  ...(['proposed_at', 'status', 'decided_at', 'taken_version'] as const),
  ...(['taken_changes', 'changes_total'] as const),
] as const;

export type ProposalNote = Pick<ProposalRow, (typeof NOTE)[number]>;

export type OpenProposal = ProposalNote & Pick<ProposalRow, 'piece_id'>;

/** What the writer has decided. A proposal stays open until no change is left to decide on. */
export type Decision = Partial<
  Pick<ProposalRow, 'status' | 'decided_at' | 'taken_version' | 'taken_changes' | 'changes_total'>
>;

export const takenChanges = ({
  taken_changes,
}: Pick<ProposalRow, 'taken_changes'>): readonly TakenChange[] => JSON.parse(taken_changes);

export class ProposalStore extends Repository {
  byId(pieceId: string, id: string): Promise<ProposalRow | undefined> {
    return this.#of(pieceId).selectAll().where('id', '=', id).executeTakeFirst();
  }

  ofPiece(pieceId: string): Promise<ProposalNote[]> {
    return this.#of(pieceId).select(NOTE).orderBy('number', 'desc').execute();
  }

  whole(pieceId: string): Promise<ProposalRow[]> {
    return this.#of(pieceId).selectAll().orderBy('number').execute();
  }

  /** Open proposals of some pieces, the oldest first. */
  async openOf(pieceIds: readonly string[]): Promise<OpenProposal[]> {
    if (pieceIds.length === 0) return [];
    return this.db.read
      .selectFrom('piece_proposals')
      .select(['piece_id', ...NOTE])
      .where('piece_id', 'in', pieceIds)
      .where('status', '=', 'open')
      .orderBy('piece_id')
      .orderBy('number')
      .execute();
  }

  countOpen(pieceId: string): Promise<number> {
    return countOf(this.#of(pieceId).where('status', '=', 'open'));
  }

  /** Counts proposals that the writer has taken or declined as a whole. */
  countAnswered(pieceId: string): Promise<number> {
    return countOf(this.#of(pieceId).where('status', 'in', ['taken', 'declined']));
  }

  countOpenOf(authorId: string): Promise<number> {
    const own = outsideTrash(this.db.read)
      .innerJoin('piece_proposals as r', 'r.piece_id', 'p.id')
      .where('p.author_id', '=', authorId);
    return countOf(own.where('r.status', '=', 'open'));
  }

  /** Call `supersede` in the transaction that has locked the piece. */
  async supersede(pieceId: string, keyId: string, at: string): Promise<void> {
    await this.db.write
      .updateTable('piece_proposals')
      .set({ status: 'superseded', decided_at: at })
      .where('piece_id', '=', pieceId)
      .where('key_id', '=', keyId)
      .where('status', '=', 'open')
      .execute();
  }

  async add(proposal: Omit<ProposalRow, 'number'>): Promise<ProposalRow> {
    const row = { ...proposal, number: await nextNumber(this.#of(proposal.piece_id)) };
    await this.db.write.insertInto('piece_proposals').values(row).execute();
    return row;
  }

  async decide({ piece_id, number }: ProposalRow, decision: Decision): Promise<void> {
    await this.db.write
      .updateTable('piece_proposals')
      .set(decision)
      .where('piece_id', '=', piece_id)
      .where('number', '=', number)
      .execute();
  }

  #of(pieceId: string) {
    return this.db.read.selectFrom('piece_proposals').where('piece_id', '=', pieceId);
  }
}
