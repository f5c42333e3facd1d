// Checks the provenance record of every piece: hashes, signatures, and what readers are told.

import type { Store } from '../../store/store.ts';
import type { PieceRow } from '../../store/tables/pieces.ts';
import type { Context } from '../operation.ts';
import { faultsIn } from '../provenance/verify-record.ts';
import { recordOfPiece } from '../publishing/piece-record.ts';
import { type Finding, REBUILD, unless, wrong } from './finding.ts';

const READ_AT_ONCE = 50;

const SHOWN = 3;

const REMEDY =
  'Open their records at the desk to see what was altered, and restore a backup if nobody was meant to.';

interface Faulty {
  readonly id: string;
  readonly faults: readonly string[];
  readonly isRebuilt: boolean;
}

export async function checkRecords(context: Context): Promise<readonly Finding[]> {
  const faulty: Faulty[] = [];
  for (let after: string | undefined = ''; after !== undefined; ) {
    const page: PieceRow[] = await context.store.integrity.pieces(after, READ_AT_ONCE);
    for (const { id } of page) faulty.push(...(await faultyRecord(context, id)));
    after = page.at(-1)?.id;
  }
  const [rebuilt, altered] = [true, false].map((is) =>
    faulty.filter(({ isRebuilt }) => isRebuilt === is),
  );
  const problems = [
    ...problem(rebuilt ?? [], 'records of pieces say something else than readers see', REBUILD),
    ...problem(altered ?? [], 'records of pieces were altered', REMEDY),
  ];
  return unless(problems, 'records of pieces');
}

function problem(faulty: readonly Faulty[], what: string, remedy: string): Finding[] {
  if (faulty.length === 0) return [];
  const shown = faulty.slice(0, SHOWN).map(({ id, faults }) => `${id}: ${faults[0]}`);
  return [wrong(`${faulty.length} ${what} (such as ${shown.join(' ')}). ${remedy}`)];
}

/** Reads a record in one snapshot: a publication between two reads would look like a fault. */
async function faultyRecord(context: Context, id: string): Promise<Faulty[]> {
  try {
    const record = await context.store.snapshot(async (moment) => {
      const [piece] = await moment.integrity.piecesByIds([id]);
      if (!piece || (await isBeingErased(moment, piece))) return null;
      return recordOfPiece({ ...context, store: moment }, piece, await moment.pieces.moves(id));
    });
    const faults = record ? faultsIn(record) : [];
    if (!record || faults.length === 0) return [];
    const isRebuilt = faultsIn({ ...record, publication: null }).length === 0;
    return [{ id, faults, isRebuilt }];
  } catch (error) {
    // The declaration that readers are told is stored as JSON.
    if (!(error instanceof SyntaxError)) throw error;
    const faults = ['What readers are told is not JSON.'];
    return [{ id, faults, isRebuilt: false }];
  }
}

/** An account loses its slugs first and its pieces minutes later, so that their records have no author in between. */
async function isBeingErased(store: Store, { author_id }: PieceRow): Promise<boolean> {
  const erasure = await store.erasures.of(author_id);
  return erasure !== undefined && erasure.begun_at !== null && erasure.finished_at === null;
}
