// Trending as the contract words it: every reader's weight halves with each quarter of the window.

import type { TrendingWindow } from '../../src/schemas/vocabulary.ts';

export interface KnownViews {
  piece_id: string;
  hour: string;
  views: number;
  category: string;
  /** Higher for what was published later. */
  newness: number;
  isPublic: boolean;
}

export interface Asked {
  window: TrendingWindow;
  category: string | null;
  now: Date;
  limit: number;
}

const HOUR_MS = 3_600_000;
const HOURS = { day: 24, week: 168, month: 720 };
/** A weight is a whole number of these. */
const FULL = 1_048_576;

export function trendingByHand(views: KnownViews[], { window, category, now, limit }: Asked) {
  const scores = new Map<string, { views: number; score: number; newness: number }>();
  for (const each of views) {
    const ago = Math.floor(now.getTime() / HOUR_MS) - Date.parse(each.hour) / HOUR_MS;
    const isIn = ago >= 0 && ago < HOURS[window] && each.isPublic;
    if (!isIn || (category !== null && each.category !== category)) continue;
    const known = scores.get(each.piece_id) ?? { views: 0, score: 0, newness: each.newness };
    known.views += each.views;
    known.score += each.views * Math.round(FULL * 0.5 ** ((ago * 4) / HOURS[window]));
    scores.set(each.piece_id, known);
  }
  return [...scores]
    .sort(([, a], [, b]) => b.score - a.score || b.views - a.views || b.newness - a.newness)
    .slice(0, limit)
    .map(([id, { views: count }]) => ({ id, views: count }));
}
