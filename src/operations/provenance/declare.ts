// The writer's declaration of who wrote a text, to be confirmed if it contradicts the versions.

import { type Static, Type } from 'typebox';
import { Problem } from '../../errors.ts';
import { CONTRADICTING_PERCENT } from '../../schemas/provenance/declarations.ts';
import type { StoredProvenance } from '../../schemas/provenance/provenance.ts';
import { OneOf } from '../../schemas/shapes.ts';
import { DECLARATIONS, type Declaration } from '../../schemas/vocabulary.ts';
import type { PieceMoveRow, PieceVersionRow } from '../../store/tables/pieces.ts';
import { checkerOf } from '../../validation.ts';
import type { Context } from '../operation.ts';
import type { DeskPiece } from '../pieces/own-pieces.ts';
import { machineShare } from './machine-share.ts';

export interface Answer {
  readonly declaration?: string | undefined;
  /** The declaration that was refused before; sending it again confirms it. */
  readonly confirmed?: string | undefined;
}

/** The declaration that the versions suggest. `share` is null if no program wrote any of the text. */
function preparedAnswer(share: number | null): Declaration {
  if (share === null) return 'human';
  return share === 100 ? 'machine' : 'assisted';
}

export function contradicts(declaration: Declaration, share: number | null): boolean {
  if (share === null) return false;
  if (declaration === 'human') return share >= CONTRADICTING_PERCENT;
  return declaration === 'assisted' && share === 100;
}

type LogEntry = Pick<PieceMoveRow, 'declaration' | 'machine_share' | 'act'>;

/** The public text's declaration if it still fits, so that the writer needn't repeat it; otherwise null. */
export function standingDeclaration(
  moves: readonly LogEntry[],
  isPublic: boolean,
  share: number | null,
): Declaration | null {
  const last = isPublic ? moves.findLast((move) => move.declaration !== null) : undefined;
  if (!last?.declaration) return null;
  const { declaration, machine_share: before } = last;
  const isSame =
    preparedAnswer(before) === preparedAnswer(share) &&
    (contradicts(declaration, before) || !contradicts(declaration, share));
  return isSame ? declaration : null;
}

export interface Question {
  share: number | null;
  prepared: Declaration;
  standing: Declaration | null;
}

export async function declarationQuestion(
  { store }: Context,
  { piece, working, moves }: DeskPiece,
): Promise<Question> {
  const share = await machineShare(store, piece.id, working.number);
  const standing = standingDeclaration(moves, piece.status === 'approved', share);
  return { share, prepared: preparedAnswer(share), standing };
}

const Answered = Type.Object({ declaration: OneOf(DECLARATIONS) });
const checkAnswer = checkerOf(Answered);

const UNANSWERED = { field: 'declaration', reason: 'Say who wrote it: choose one of the three.' };

/** Returns the writer's declaration, or `standing` if there is none. Throws if it contradicts the versions. */
export function answered(
  { declaration: given, confirmed }: Answer,
  share: number | null,
  standing: Declaration | null,
): Declaration {
  if (given === undefined || given === '') {
    if (standing) return standing;
    throw new Problem('invalid_input', { errors: [UNANSWERED] });
  }
  const { declaration }: Static<typeof Answered> = checkAnswer({ declaration: given });
  const isAskedOnceMore = declaration !== standing && confirmed !== declaration;
  if (isAskedOnceMore && contradicts(declaration, share)) {
    throw new Problem('declaration_contradicted');
  }
  return declaration;
}

/** Provenance as readers get it. A text by a person has no share of machine words. */
export function storedProvenance(
  declaration: Declaration,
  share: number | null,
  { number, hash }: Pick<PieceVersionRow, 'number' | 'hash'>,
  at: string,
): StoredProvenance {
  const facts = {
    ...{ declaration, declared_at: at, versions: number },
    ...(hash !== null && { version_hash: hash }),
  };
  if (declaration === 'human') return facts;
  if (share === null) return { ...facts, drafted_by: 'outside_program' };
  return { ...facts, drafted_by: 'api_program', machine_share: share };
}
