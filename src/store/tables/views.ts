// Row types of views: counts by hour, today's readers, trending scores.

import type { TrendingWindow } from '../../schemas/vocabulary.ts';

export interface ViewHourRow {
  piece_id: string;
  hour: string;
  views: number;
}

export interface ViewReaderRow {
  day: string;
  piece_id: string;
  /** A hash that nothing can reproduce once the day's salt is gone. */
  reader: string;
}

export interface ViewScoreRow {
  span: TrendingWindow;
  piece_id: string;
  views: number;
  score: number;
}

export interface ViewScoresHourRow {
  id: 1;
  hour: string;
}
