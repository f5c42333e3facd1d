// Row types of series.

export interface SeriesRow {
  id: string;
  author_id: string;
  slug: string;
  title: string;
  description: string;
  created_at: string;
  updated_at: string;
}

export interface SeriesSlugRow {
  author_id: string;
  slug: string;
  series_id: string;
}

export interface SeriesPartRow {
  piece_id: string;
  series_id: string;
  sort_order: number;
}
