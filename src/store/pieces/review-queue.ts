// The admins' review queue: pieces that wait for review, and pieces that changed after their approval.

import { sql } from 'kysely';
import type { ScheduleState } from '../../schemas/vocabulary.ts';
import { Repository } from '../database/repository.ts';
import { outsideTrash } from '../database/trash-filter.ts';
import { type OwnPiece, ownPieces } from './pieces.ts';

type PendingPiece = OwnPiece & {
  author_name: string;
  author_slug: string;
  /** `scheduled` means that an admin has approved the piece for its scheduled time. */
  schedule_state: ScheduleState | null;
  due_at: string | null;
  zone: string | null;
};

interface ChangedPiece {
  id: string;
  headline: string;
  author_name: string;
  author_slug: string;
  slug: string;
  modified_at: string;
}

export class ReviewStore extends Repository {
  pending(): Promise<PendingPiece[]> {
    return ownPieces(outsideTrash(this.db.read))
      .innerJoin('authors as a', 'a.id', 'p.author_id')
      .leftJoin('piece_schedules as s', (join) =>
        join.onRef('s.piece_id', '=', 'p.id').on('s.state', 'in', ['wished', 'scheduled']),
      )
      .select(['a.name as author_name', 'a.slug as author_slug'])
      .select(['s.state as schedule_state', 's.due_at as due_at', 's.zone as zone'])
      .where('p.status', '=', 'pending')
      .orderBy('p.updated_at')
      .orderBy('p.id')
      .execute();
  }

  /** Pieces that their writers changed after an admin's approval, latest change first. */
  async changedSinceReview(): Promise<ChangedPiece[]> {
    const { rows } = await sql<ChangedPiece>`
      SELECT u.piece_id AS id, u.headline, a.name AS author_name, a.slug AS author_slug, u.slug, u.modified_at
      FROM publications u
      JOIN authors a ON a.id = u.author_id
      WHERE EXISTS (SELECT 1 FROM piece_moves m WHERE m.piece_id = u.piece_id AND m.act = 'approve')
        AND u.version <> (
          SELECT m.version FROM piece_moves m
          WHERE m.piece_id = u.piece_id AND m.act = 'approve' ORDER BY m.number DESC LIMIT 1
        )
      ORDER BY u.modified_at DESC, u.piece_id LIMIT 200
    `.execute(this.db.read);
    return rows;
  }
}
