// A piece with everything that belongs to it, as stored and exported.

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

export const NOT_DECLARED: DeclaredRow = {
  declaration: null,
  machine_share: null,
  version_hash: null,
  signed_with: null,
  signature: null,
  erased_hash: null,
};

export type NewMove = Omit<PieceMoveRow, 'number' | keyof DeclaredRow> & Partial<DeclaredRow>;

export interface WholePiece {
  piece: PieceRow;
  versions: NewVersion[];
  pruned?: PrunedVersionRow[];
  slugs: PieceSlugRow[];
  moves: PieceMoveRow[];
  proposals?: ProposalRow[];
  notes?: Thread[];
  schedule?: ScheduleRow | undefined;
}
