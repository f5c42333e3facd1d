// The data logged with a transition towards publication: declaration, machine share, version hash, signature.

import { Problem } from '../../errors.ts';
import type { Declaration } from '../../schemas/vocabulary.ts';
import { NOT_DECLARED } from '../../store/pieces/whole-piece.ts';
import type { Store } from '../../store/store.ts';
import type { DeclaredRow, PieceRow } from '../../store/tables/pieces.ts';
import type { WriterActor } from '../actor.ts';
import type { Context } from '../operation.ts';
import {
  type Answer,
  answered,
  standingDeclaration,
  storedProvenance,
} from '../provenance/declare.ts';
import { machineShare } from '../provenance/machine-share.ts';
import { type SignedFacts, signEntry } from '../provenance/record-key.ts';
import { isTheirs } from '../states/allowed-acts.ts';
import { ACTS, type Move, type Rule } from '../states/state-table.ts';

interface Asked extends Answer {
  readonly act: Move;
  readonly version?: number;
}

interface Share {
  readonly version: number;
  readonly percent: number | null;
}

const ruleOf = (act: Move): Rule => ACTS[act].rule;

/** Compares versions before anything is locked, because that may take a while. */
export async function shareToDeclare(
  { store }: Context,
  actor: WriterActor,
  pieceId: string,
  { act, version }: Asked,
  isPinned: boolean,
): Promise<Share | null> {
  const piece = ruleOf(act).declares && (await store.pieces.byId(pieceId));
  if (!piece || version === undefined || !isTheirs(piece, actor, act)) return null;
  if (!isPinned && piece.working_version !== version) return null;
  return { version, percent: await machineShare(store, pieceId, version) };
}

interface Declared {
  readonly declaration: Declaration | null;
  readonly share: number | null;
}

export async function declaredWith(
  store: Store,
  piece: PieceRow,
  request: Asked,
  share: Share | null,
  version: number,
): Promise<Declared | null> {
  const { declares } = ruleOf(request.act);
  if (!declares) return null;
  if (share?.version !== version) throw new Problem('version_conflict');
  const { percent } = share;
  if (declares === 'before') return { declaration: null, share: percent };
  const moves = await store.pieces.moves(piece.id);
  const standing = standingDeclaration(moves, piece.status === 'approved', percent);
  return { declaration: answered(request, percent, standing), share: percent };
}

interface MoveRecord {
  readonly provenance: string | null;
  readonly columns: DeclaredRow;
}

interface Entry extends Pick<SignedFacts, 'at' | 'by'> {
  readonly act: Move;
  readonly number: number;
}

export async function recordOf(
  store: Store,
  piece: PieceRow,
  { act, at, by, number }: Entry,
  declared: Declared | null,
): Promise<MoveRecord> {
  if (!declared) return { provenance: piece.provenance, columns: NOT_DECLARED };
  const { declaration, share } = declared;
  const version = await hashedVersion(store, piece.id, number);
  const facts = { declaration, machine_share: share, version_hash: version.hash };
  const moves = await store.pieces.moves(piece.id);
  const signed = await signEntry(
    store,
    {
      ...facts,
      ...{ piece_id: piece.id, number: (moves.at(-1)?.number ?? 0) + 1, at, act, by },
      ...{ from: piece.status, to: ACTS[act].rule.to },
      ...{ version: version.number, headline: version.headline },
    },
    moves.findLast(({ signature }) => signature !== null)?.signature ?? null,
  );
  return {
    provenance:
      declaration === null
        ? piece.provenance
        : JSON.stringify(storedProvenance(declaration, share, version, at)),
    columns: { ...NOT_DECLARED, ...facts, ...signed },
  };
}

/** Returns the version with its hash, which older versions may not have yet. */
async function hashedVersion(store: Store, pieceId: string, number: number) {
  const version = await store.pieces.version(pieceId, number);
  if (!version) throw new Problem('version_conflict');
  if (version.hash !== null) return version;
  await store.versions.linkOld(pieceId);
  return (await store.pieces.version(pieceId, number)) ?? version;
}
