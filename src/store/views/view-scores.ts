// Which pieces trend: their readers in a span of time, weighted by age, ready to be read in order.

import { type RawBuilder, sql } from 'kysely';
import { hoursBetween, WINDOW_HOURS, weightOf, weightsOf } from '../../schemas/trending.ts';
import { TRENDING_WINDOWS, type TrendingWindow } from '../../schemas/vocabulary.ts';
import { inBatches } from '../batches.ts';
import type { Database } from '../dialect.ts';
import type { ViewHourRow, ViewScoreRow } from '../tables.ts';

export interface TrendingQuery {
  window: TrendingWindow;
  /** The hour it is, as the tables write it. */
  hour: string;
  category: string | null;
  limit: number;
}

interface RankedPiece {
  piece_id: string;
  views: number;
}

export class ViewScoreStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Published pieces, best first; of two alike, the newer. */
  async ranked(query: TrendingQuery): Promise<RankedPiece[]> {
    const kept = await this.#db.slow.selectFrom('view_scores_hour').select('hour').execute();
    // Between the turn of the hour and the new scores they are summed up as they are asked for.
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
    `.execute(this.#db.slow);
    return rows;
  }

  /** Makes the scores of this hour, unless they are there. Inside a transaction. */
  async refresh(hour: string): Promise<void> {
    const { write } = this.#db;
    if ((await this.hold()) === hour) return;
    await write.deleteFrom('view_scores').execute();
    for (const window of TRENDING_WINDOWS) {
      await sql`INSERT INTO view_scores (span, piece_id, views, score) ${summed(window, hour)}`.execute(
        write,
      );
    }
    await write.updateTable('view_scores_hour').set({ hour }).execute();
  }

  /** Adds readers to the scores, unless these are of an earlier hour. Inside a transaction. */
  async add(counted: ViewHourRow[]): Promise<void> {
    const hour = await this.hold();
    if (hour === '') return;
    await inBatches(scoresFor(counted, hour), (some) =>
      this.#db.write
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

  /** The hour of the scores, which nobody else changes until the transaction ends. */
  async hold(): Promise<string> {
    const { dialect, write } = this.#db;
    const row = await dialect
      .forUpdate(write.selectFrom('view_scores_hour').select('hour'))
      .executeTakeFirstOrThrow();
    return row.hour;
  }
}

/** What some readers add as of an hour: one row for each piece and span. */
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

/** The scores of a window as of an hour, from the readers of each hour. */
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
