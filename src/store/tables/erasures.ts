// Tables of erased accounts: when, what is left of their slugs and pieces, and images to remove.

import type { ErasedPieces, ErasureOrigin } from '../../schemas/vocabulary.ts';

export interface ErasureRow {
  account_id: string;
  asked_by: ErasureOrigin;
  asked_at: string;
  due_at: string;
  pieces: ErasedPieces;
  /** The name under which public pieces stay; null if they are erased. */
  keep_as: string | null;
  begun_at: string | null;
  finished_at: string | null;
}

export interface ErasedSlugRow {
  hash: string;
  account_id: string;
}

export interface ErasedPieceRow {
  piece_id: string;
  account_id: string;
  erased_at: string;
  /** The piece's record, as JSON. */
  record: string;
}

export interface ErasedImageRow {
  account_id: string;
  hash: string;
}
