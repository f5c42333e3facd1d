// What became of a piece's proposals, for programs: which changes were taken, which were not, and which still wait.

import { Problem } from '../../errors.ts';
import { EDITORIAL_LIMITS } from '../../schemas/editorial/editorial-limits.ts';
import type { ProposalOutcome } from '../../schemas/editorial/proposal-outcome.ts';
import type { Of } from '../../schemas/shapes.ts';
import type { ChangeState, ProposalState } from '../../schemas/vocabulary.ts';
import type { ProposalNote } from '../../store/editorial/proposals.ts';
import { takenChanges } from '../../store/editorial/proposals.ts';
import type { Store } from '../../store/store.ts';
import { chosen, type ProposedChanges } from './proposal-changes.ts';

export type Outcome = Of<typeof ProposalOutcome>;

interface Reader {
  /** The writer, who alone answers proposals. */
  readonly slug: string;
  readonly keyId: string | null;
}

/** Open proposals first, then the newest of the others. */
export async function proposalOutcomes(
  store: Store,
  pieceId: string,
  reader: Reader,
): Promise<Outcome[]> {
  const all = await store.proposals.ofPiece(pieceId);
  const { open = [], others = [] } = Object.groupBy(all, ({ status }) =>
    status === 'open' ? 'open' : 'others',
  );
  const outcomes: Outcome[] = [];
  for (const proposal of [...open, ...others].slice(0, EDITORIAL_LIMITS.shownProposals)) {
    const changes = await changesOf(store, pieceId, proposal);
    const answeredAt = await answeredAtOf(store, pieceId, proposal);
    outcomes.push(outcomeRecord(proposal, changes, answeredAt, reader));
  }
  return outcomes;
}

/** Empty if the changes can't be decided on, if it is unknown which were taken, or if comparing them takes too long. */
async function changesOf(
  { proposals, pieces }: Store,
  pieceId: string,
  { id, base_version, ...note }: ProposalNote,
): Promise<ProposedChanges> {
  const isTaken = takenChanges(note).length > 0;
  if (!isTaken && (note.status === 'superseded' || note.status === 'taken')) return [];
  const proposal = await proposals.byId(pieceId, id);
  const base = await pieces.version(pieceId, base_version);
  if (!proposal || !base) return [];
  try {
    return (await chosen({ base, proposal, working: base }, [])).changes;
  } catch (error) {
    if (error instanceof Problem) return [];
    throw error;
  }
}

/** A proposal of which a part was taken has no time of its own, but its versions have. */
async function answeredAtOf({ pieces }: Store, pieceId: string, proposal: ProposalNote) {
  if (proposal.status !== 'open' && proposal.status !== 'superseded') return proposal.decided_at;
  const last = takenChanges(proposal).at(-1);
  return last ? ((await pieces.version(pieceId, last.version))?.saved_at ?? null) : null;
}

function stateOf(proposal: ProposalNote): ProposalState {
  if (proposal.status === 'taken' || takenChanges(proposal).length === 0) return proposal.status;
  return 'taken_in_part';
}

export function outcomeRecord(
  proposal: ProposalNote,
  changes: ProposedChanges,
  answeredAt: string | null,
  { slug, keyId }: Reader,
): Outcome {
  const versions = new Map(takenChanges(proposal).map(({ id, version }) => [id, version]));
  const left: ChangeState = proposal.status === 'open' ? 'waiting' : 'declined';
  const records = changes.map(({ id, field, old, now }) => ({
    field,
    from: excerpt(old),
    to: excerpt(now),
    state: versions.has(id) ? ('taken' as const) : left,
    version: versions.get(id) ?? null,
  }));
  const { key_kind: kind, key_name: name, key_id } = proposal;
  return {
    id: proposal.id,
    state: stateOf(proposal),
    base_version: proposal.base_version,
    proposed_at: proposal.proposed_at,
    proposed_by: { kind, name, is_this_key: key_id === keyId },
    answered_at: answeredAt,
    answered_by: answeredAt === null ? null : { kind: 'writer', name: slug },
    waiting: records.filter(({ state }) => state === 'waiting').length,
    changes: records,
  };
}

const EXCERPT = EDITORIAL_LIMITS.changeExcerpt;

function excerpt(text: string): string {
  const characters = [...text.slice(0, 2 * EXCERPT + 2)];
  return characters.length > EXCERPT ? `${characters.slice(0, EXCERPT).join('')}…` : text;
}
