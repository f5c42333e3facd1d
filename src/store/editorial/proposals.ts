// Proposals: changes that keys propose, until the writer takes or declines them.

import type { ProposalStatus } from '../../schemas/vocabulary.ts';
import type { Database } from '../dialect.ts';
import type { ProposalRow } from '../tables/editorial.ts';

export type ProposalNote = Pick<
  ProposalRow,
  | 'id'
  | 'number'
  | 'key_id'
  | 'key_kind'
  | 'key_name'
  | 'base_version'
  | 'proposed_at'
  | 'status'
  | 'decided_at'
  | 'taken_version'
>;

const NOTE = [
  ...(['id', 'number', 'key_id', 'key_kind', 'key_name', 'base_version'] as const),
  ...(['proposed_at', 'status', 'decided_at', 'taken_version'] as const),
] as const;

export class ProposalStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  byId(pieceId: string, id: string): Promise<ProposalRow | undefined> {
    return this.#of(pieceId).selectAll().where('id', '=', id).executeTakeFirst();
  }

  ofPiece(pieceId: string): Promise<ProposalNote[]> {
    return this.#of(pieceId).select(NOTE).orderBy('number', 'desc').execute();
  }

  whole(pieceId: string): Promise<ProposalRow[]> {
    return this.#of(pieceId).selectAll().orderBy('number').execute();
  }

  async countOpen(pieceId: string): Promise<number> {
    const row = await this.#of(pieceId)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('status', '=', 'open')
      .executeTakeFirstOrThrow();
    return Number(row.count);
  }

  /** Call `supersede` in the transaction that has locked the piece. */
  async supersede(pieceId: string, keyId: string, at: string): Promise<void> {
    await this.#db.write
      .updateTable('piece_proposals')
      .set({ status: 'superseded', decided_at: at })
      .where('piece_id', '=', pieceId)
      .where('key_id', '=', keyId)
      .where('status', '=', 'open')
      .execute();
  }

  /** Call `add` in the transaction that has locked the piece, because the proposal gets the next number. */
  async add(proposal: Omit<ProposalRow, 'number'>): Promise<ProposalRow> {
    const { last } = await this.#of(proposal.piece_id)
      .select(({ fn }) => fn.max('number').as('last'))
      .executeTakeFirstOrThrow();
    const row = { ...proposal, number: (last ?? 0) + 1 };
    await this.#db.write.insertInto('piece_proposals').values(row).execute();
    return row;
  }

  async decide(
    { piece_id, number }: ProposalRow,
    status: Exclude<ProposalStatus, 'open'>,
    at: string,
    takenVersion: number | null,
  ): Promise<void> {
    await this.#db.write
      .updateTable('piece_proposals')
      .set({ status, decided_at: at, taken_version: takenVersion })
      .where('piece_id', '=', piece_id)
      .where('number', '=', number)
      .execute();
  }

  #of(pieceId: string) {
    return this.#db.read.selectFrom('piece_proposals').where('piece_id', '=', pieceId);
  }
}
