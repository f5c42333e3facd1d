// Trending scores: a piece's views in a time window, weighted by age, stored in order.

import { type RawBuilder, sql } from 'kysely';
import { hoursBetween, WINDOW_HOURS, weightOf, weightsOf } from '../../schemas/trending.ts';
import { TRENDING_WINDOWS, type TrendingWindow } from '../../schemas/vocabulary.ts';
import { inChunks } from '../database/chunks.ts';
import { Repository } from '../database/repository.ts';
import type { ViewHourRow, ViewScoreRow } from '../tables/views.ts';

export interface TrendingQuery {
  window: TrendingWindow;
  hour: string;
  category: string | null;
  limit: number;
}

interface RankedPiece {
  piece_id: string;
  views: number;
}

export class ViewScoreStore extends Repository {
  /** The best scores first; pieces with the same score are sorted newest first. */
  async ranked(query: TrendingQuery): Promise<RankedPiece[]> {
    const kept = await this.db.slow.selectFrom('view_scores_hour').select('hour').execute();
    // After the hour changes, each request computes scores until the new ones are stored.
    return kept[0]?.hour === query.hour
      ? this.#best(sql`view_scores`, query)
      : this.#best(sql`(${summed(query.window, query.hour)})`, query);
  }

  async #best(scores: RawBuilder<unknown>, query: TrendingQuery): Promise<RankedPiece[]> {
    const { window, category, limit } = query;
    const inCategory = category === null ? sql`` : sql`AND p.category = ${category}`;
    const { rows } = await sql<RankedPiece>`
      SELECT s.piece_id, s.views
      FROM ${scores} AS s JOIN publications AS p ON p.piece_id = s.piece_id
      WHERE s.span = ${window} ${inCategory}
      ORDER BY s.score DESC, s.views DESC, p.position DESC LIMIT ${limit}
    `.execute(this.db.slow);
    return rows;
  }

  /** Call refresh in a transaction. It does nothing if the scores are already those of this hour. */
  async refresh(hour: string): Promise<void> {
    const { write } = this.db;
    if ((await this.hold()) === hour) return;
    await write.deleteFrom('view_scores').execute();
    for (const window of TRENDING_WINDOWS) {
      await sql`INSERT INTO view_scores (span, piece_id, views, score) ${summed(window, hour)}`.execute(
        write,
      );
    }
    await write.updateTable('view_scores_hour').set({ hour }).execute();
  }

  /** Call `add` in a transaction. It adds the new views to the stored scores of the current hour. */
  async add(counted: ViewHourRow[]): Promise<void> {
    const hour = await this.hold();
    if (hour === '') return;
    await inChunks(scoresFor(counted, hour), (some) =>
      this.db.write
        .insertInto('view_scores')
        .values(some)
        .onConflict((conflict) =>
          conflict.columns(['span', 'piece_id']).doUpdateSet((eb) => ({
            views: eb('view_scores.views', '+', eb.ref('excluded.views')),
            score: eb('view_scores.score', '+', eb.ref('excluded.score')),
          })),
        )
        .execute(),
    );
  }

  /** Locks the row with the hour of the stored scores, until the transaction ends. */
  async hold(): Promise<string> {
    const { dialect, write } = this.db;
    const row = await dialect
      .forUpdate(write.selectFrom('view_scores_hour').select('hour'))
      .executeTakeFirstOrThrow();
    return row.hour;
  }
}

function scoresFor(counted: ViewHourRow[], asOf: string): ViewScoreRow[] {
  const rows = new Map<string, ViewScoreRow>();
  for (const { piece_id, hour, views } of counted) {
    const ago = hoursBetween(hour, asOf);
    for (const span of TRENDING_WINDOWS) {
      if (ago < 0 || ago >= WINDOW_HOURS[span]) continue;
      const row = rows.get(`${span} ${piece_id}`) ?? { span, piece_id, views: 0, score: 0 };
      row.views += views;
      row.score += views * weightOf(span, ago);
      rows.set(`${span} ${piece_id}`, row);
    }
  }
  return [...rows.values()];
}

function summed(window: TrendingWindow, hour: string): RawBuilder<unknown> {
  const weights = weightsOf(window, hour).map(
    (each) => sql`(CAST(${each.hour} AS TEXT), CAST(${each.weight} AS BIGINT))`,
  );
  return sql`
    WITH weights (hour, weight) AS (VALUES ${sql.join(weights)})
    SELECT CAST(${window} AS TEXT) AS span, v.piece_id,
      CAST(sum(v.views) AS INTEGER) AS views, CAST(sum(v.views * w.weight) AS BIGINT) AS score
    FROM weights AS w JOIN view_hours AS v ON v.hour = w.hour
    GROUP BY v.piece_id`;
}
