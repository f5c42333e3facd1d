// The writer's list of pieces at the desk: newest edits first, paged, filtered by state, searched.

import { sql } from 'kysely';
import type { Status } from '../../schemas/vocabulary.ts';
import { inChunks } from '../database/chunks.ts';
import { Repository } from '../database/repository.ts';
import { outsideTrash, withWorkingCopy } from '../database/trash-filter.ts';
import type { Flag } from '../tables/flag.ts';
import type { PieceVersionRow, WorkingTextRow } from '../tables/pieces.ts';
import { FIRST_SAVED_BY, OWN_VERSION, type OwnPiece } from './pieces.ts';
import { OPEN_SCHEDULES } from './schedules.ts';

export interface DeskFilter {
  status?: Status;
  has_changes?: Flag;
  is_machine_draft?: Flag;
  is_scheduled?: Flag;
}

export interface StandingCount {
  status: Status;
  has_changes: Flag;
  is_machine_draft: Flag;
  is_scheduled: Flag;
  count: number;
}

const IS_SCHEDULED = sql<Flag>`CASE WHEN s.piece_id IS NULL THEN 0 ELSE 1 END`;

export class DeskListStore extends Repository {
  /** A search reads the working texts; update those with stale ids first. */
  page(
    authorId: string,
    filter: DeskFilter,
    term: string,
    { offset, limit }: { offset: number; limit: number },
  ): Promise<OwnPiece[]> {
    const { status, has_changes, is_machine_draft, is_scheduled } = filter;
    const some = this.#found(authorId, term)
      .$if(status !== undefined, (query) => query.where('p.status', '=', status ?? 'draft'))
      .$if(has_changes !== undefined, (query) =>
        query.where('p.has_changes', '=', has_changes ?? 0),
      )
      .$if(is_machine_draft !== undefined, (query) =>
        query.where('p.is_machine_draft', '=', is_machine_draft ?? 0),
      )
      .$if(is_scheduled !== undefined, (query) => query.where(IS_SCHEDULED, '=', is_scheduled ?? 0))
      .selectAll('p')
      .orderBy('p.edited_at', 'desc')
      .orderBy('p.id', 'desc')
      .offset(offset)
      .limit(limit);
    // The join comes after LIMIT, so that only the page's versions are read.
    return this.#reads(term)
      .selectFrom(some.as('p'))
      .innerJoin('piece_versions as v', (join) =>
        join.onRef('v.piece_id', '=', 'p.id').onRef('v.number', '=', 'p.working_version'),
      )
      .leftJoin('piece_versions as f', (join) =>
        join.onRef('f.piece_id', '=', 'p.id').on('f.number', '=', 1),
      )
      .selectAll('p')
      .select(OWN_VERSION)
      .select(FIRST_SAVED_BY)
      .orderBy('p.edited_at', 'desc')
      .orderBy('p.id', 'desc')
      .execute();
  }

  async counts(authorId: string, term: string): Promise<StandingCount[]> {
    const rows = await this.#found(authorId, term)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .select(['p.status', 'p.has_changes', 'p.is_machine_draft'])
      .select(IS_SCHEDULED.as('is_scheduled'))
      .groupBy(['p.status', 'p.has_changes', 'p.is_machine_draft'])
      .groupBy(IS_SCHEDULED)
      .execute();
    return rows.map((row) => ({ ...row, count: Number(row.count) }));
  }

  /** Pieces whose search text is older than their working copy. */
  async staleIds(authorId: string): Promise<string[]> {
    const rows = await outsideTrash(this.db.slow)
      .leftJoin('working_texts as t', 't.piece_id', 'p.id')
      .select('p.id')
      .where('p.author_id', '=', authorId)
      .where(sql<boolean>`t.version IS DISTINCT FROM p.working_version`)
      .execute();
    return rows.map(({ id }) => id);
  }

  workingCopies(ids: readonly string[]): Promise<PieceVersionRow[]> {
    return withWorkingCopy(outsideTrash(this.db.slow))
      .selectAll('v')
      .where('p.id', 'in', ids)
      .execute();
  }

  async putTexts(rows: WorkingTextRow[]): Promise<void> {
    await inChunks(rows, (some) =>
      this.db.write
        .insertInto('working_texts')
        .values(some)
        .onConflict((conflict) =>
          conflict.column('piece_id').doUpdateSet(({ ref }) => ({
            version: ref('excluded.version'),
            text: ref('excluded.text'),
          })),
        )
        .execute(),
    );
  }

  #found(authorId: string, term: string) {
    const { dialect } = this.db;
    return outsideTrash(this.#reads(term))
      .leftJoin('piece_schedules as s', (join) =>
        join.onRef('s.piece_id', '=', 'p.id').on('s.state', 'in', OPEN_SCHEDULES),
      )
      .where('p.author_id', '=', authorId)
      .$if(term !== '', (query) =>
        query.where(({ exists, selectFrom }) =>
          exists(
            selectFrom('working_texts as t')
              .select('t.piece_id')
              .whereRef('t.piece_id', '=', 'p.id')
              .where(sql<boolean>`${dialect.indexOf(term, 't.text')} > 0`),
          ),
        ),
      );
  }

  /** A search goes to the slow connections, because it may read all of a writer's texts. */
  #reads(term: string) {
    return term === '' ? this.db.read : this.db.slow;
  }
}
