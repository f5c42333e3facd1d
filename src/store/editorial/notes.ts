// Notes on pieces, with their replies.

import type { NoteAuthor } from '../../schemas/vocabulary.ts';
import { countOf, nextNumber } from '../database/counts.ts';
import { Repository } from '../database/repository.ts';
import { outsideTrash } from '../database/trash-filter.ts';
import type { NoteReplyRow, NoteRow } from '../tables/editorial.ts';

export interface Thread extends NoteRow {
  replies: NoteReplyRow[];
}

export interface WordsOfNote {
  number: number;
  version: number;
  exact: string;
  prefix: string;
  suffix: string;
  start_at: number | null;
  end_at: number | null;
}

interface Asked {
  /** Whose notes to select, the writer's or reviewers'; all if left out. */
  by?: NoteAuthor;
  isOpen?: boolean;
  after?: number;
  limit?: number;
}

export class NoteStore extends Repository {
  byId(pieceId: string, id: string): Promise<NoteRow | undefined> {
    return this.#of(pieceId).selectAll().where('id', '=', id).executeTakeFirst();
  }

  async threads(pieceId: string, asked: Asked = {}): Promise<Thread[]> {
    const { after = 0, limit } = asked;
    const notes = await this.#asked(pieceId, asked)
      .selectAll()
      .where('number', '>', after)
      .orderBy('number')
      .$if(limit !== undefined, (query) => query.limit(limit ?? 1))
      .execute();
    return this.#withReplies(pieceId, notes);
  }

  async thread(note: NoteRow): Promise<Thread> {
    return { ...note, replies: await this.#replies(note.piece_id, [note]) };
  }

  async #withReplies(pieceId: string, notes: NoteRow[]): Promise<Thread[]> {
    const replies = await this.#replies(pieceId, notes);
    const repliesOf = Map.groupBy(replies, ({ note_number }) => note_number);
    return notes.map((note) => ({ ...note, replies: repliesOf.get(note.number) ?? [] }));
  }

  async #replies(pieceId: string, notes: NoteRow[]): Promise<NoteReplyRow[]> {
    if (notes.length === 0) return [];
    const numbers = notes.map(({ number }) => number);
    return this.db.read
      .selectFrom('note_replies')
      .selectAll()
      .where('piece_id', '=', pieceId)
      .where('note_number', 'in', numbers)
      .orderBy('note_number')
      .orderBy('number')
      .execute();
  }

  count(pieceId: string, asked: Pick<Asked, 'by' | 'isOpen'> = {}): Promise<number> {
    return countOf(this.#asked(pieceId, asked));
  }

  /** Counts a writer's own open notes on all their pieces. */
  countOpenOf(authorId: string): Promise<number> {
    const own = outsideTrash(this.db.read)
      .innerJoin('piece_notes as n', 'n.piece_id', 'p.id')
      .where('p.author_id', '=', authorId);
    return countOf(own.where('n.author_kind', '=', 'writer').where('n.resolved_at', 'is', null));
  }

  /** Returns notes with marked words, because a new version may move or remove the words. */
  onWords(pieceId: string): Promise<WordsOfNote[]> {
    return this.#of(pieceId)
      .select(['number', 'version', 'exact', 'prefix', 'suffix', 'start_at', 'end_at'])
      .where('exact', 'is not', null)
      .orderBy('number')
      .$narrowType<{ exact: string; prefix: string; suffix: string }>()
      .execute();
  }

  async moveWords(pieceId: string, numbers: number[], by: number): Promise<void> {
    await this.#update(pieceId, numbers)
      .set(({ eb }) => ({ start_at: eb('start_at', '+', by), end_at: eb('end_at', '+', by) }))
      .execute();
  }

  async loseWords(pieceId: string, numbers: number[]): Promise<void> {
    await this.#update(pieceId, numbers).set({ start_at: null, end_at: null }).execute();
  }

  async findWords(pieceId: string, number: number, { start, end }: { start: number; end: number }) {
    await this.#update(pieceId, [number]).set({ start_at: start, end_at: end }).execute();
  }

  async add(note: Omit<NoteRow, 'number'>): Promise<NoteRow> {
    const row = { ...note, number: await nextNumber(this.#of(note.piece_id)) };
    await this.db.write.insertInto('piece_notes').values(row).execute();
    return row;
  }

  /** A time resolves the note; null reopens it. */
  async resolve({ piece_id, number }: NoteRow, resolved_at: string | null): Promise<void> {
    await this.#update(piece_id, [number]).set({ resolved_at }).execute();
  }

  async addReply(reply: Omit<NoteReplyRow, 'number'>): Promise<NoteReplyRow> {
    const others = this.db.write
      .selectFrom('note_replies')
      .where('piece_id', '=', reply.piece_id)
      .where('note_number', '=', reply.note_number);
    const row = { ...reply, number: await nextNumber(others) };
    await this.db.write.insertInto('note_replies').values(row).execute();
    return row;
  }

  #update(pieceId: string, numbers: number[]) {
    return this.db.write
      .updateTable('piece_notes')
      .where('piece_id', '=', pieceId)
      .where('number', 'in', numbers);
  }

  #asked(pieceId: string, { by, isOpen }: Asked) {
    return this.#of(pieceId)
      .$if(by !== undefined, (query) => query.where('author_kind', '=', by ?? 'writer'))
      .$if(isOpen === true, (query) => query.where('resolved_at', 'is', null));
  }

  #of(pieceId: string) {
    return this.db.read.selectFrom('piece_notes').where('piece_id', '=', pieceId);
  }
}
