// A piece with everything that belongs to it, as it is stored and exported.

import type { Thread } from '../editorial/notes.ts';
import type { ProposalRow } from '../tables/editorial.ts';
import type {
  DeclaredRow,
  PieceMoveRow,
  PieceRow,
  PieceSlugRow,
  PrunedVersionRow,
  ScheduleRow,
} from '../tables/pieces.ts';
import type { NewVersion } from './version-chain.ts';

/** Of a move with which nothing was declared. */
export const NOT_DECLARED: DeclaredRow = {
  declaration: null,
  machine_share: null,
  version_hash: null,
  signed_with: null,
  signature: null,
};

/** A move that gets its number from the log. */
export type NewMove = Omit<PieceMoveRow, 'number' | keyof DeclaredRow> & Partial<DeclaredRow>;

/** A piece with everything that belongs to it. */
export interface WholePiece {
  piece: PieceRow;
  versions: NewVersion[];
  /** What is left of autosaves, where any were pruned. */
  pruned?: PrunedVersionRow[];
  slugs: PieceSlugRow[];
  moves: PieceMoveRow[];
  /** What was proposed and said, where anything was. */
  proposals?: ProposalRow[];
  notes?: Thread[];
  /** When it is or was to be published, where anybody said so. */
  schedule?: ScheduleRow | undefined;
}
