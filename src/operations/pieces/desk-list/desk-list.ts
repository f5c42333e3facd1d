// The writer's pieces at the desk: in tabs by state, last edited first, with full-text search.

import { fold } from '../../../rendering/text/fold.ts';
import { QUERY_LIMITS } from '../../../schemas/shapes.ts';
import type { OpenProposal } from '../../../store/editorial/proposals.ts';
import type { DeskFilter, StandingCount } from '../../../store/pieces/desk-list.ts';
import type { OwnPiece } from '../../../store/pieces/pieces.ts';
import type { Store } from '../../../store/store.ts';
import type { ScheduleRow } from '../../../store/tables/pieces.ts';
import type { WriterActor } from '../../actor.ts';
import type { Context } from '../../operation.ts';
import { updateWorkingTexts } from './working-texts.ts';

export const PAGE_SIZE = 30;

export type { OwnPiece };

/** The tabs in display order; a piece may be in several. */
const DESK_TABS = {
  all: {},
  draft: { status: 'draft' },
  machine: { status: 'draft', is_machine_draft: 1 },
  scheduled: { is_scheduled: 1 },
  pending: { status: 'pending' },
  changes_requested: { status: 'changes_requested' },
  rejected: { status: 'rejected' },
  approved: { status: 'approved' },
  changes: { status: 'approved', has_changes: 1 },
} as const satisfies { readonly [tab: string]: DeskFilter };

export type DeskTab = keyof typeof DESK_TABS;

export const DESK_TAB_NAMES = Object.keys(DESK_TABS).filter(
  (name): name is DeskTab => name in DESK_TABS,
);

export interface DeskList {
  pieces: OwnPiece[];
  schedules: ReadonlyMap<string, ScheduleRow>;
  /** Open proposals of the listed pieces. */
  proposals: readonly OpenProposal[];
  counts: { readonly [tab in DeskTab]: number };
  page: number;
  pages: number;
}

export async function deskList(
  { store }: Context,
  { accountId }: WriterActor,
  { tab, text, page }: { tab: DeskTab; text: string; page: number },
): Promise<DeskList> {
  // Control characters are dropped: no text has any, and PostgreSQL refuses some.
  const term = fold(
    text
      .replace(/\p{Cc}/gu, ' ')
      .trim()
      .slice(0, QUERY_LIMITS.length),
  );
  if (term !== '') await updateWorkingTexts(store, accountId);
  const read = async (reads: Store): Promise<DeskList> => {
    const counts = countsOf(await reads.deskList.counts(accountId, term));
    const pages = Math.max(1, Math.ceil(counts[tab] / PAGE_SIZE));
    const shown = Math.min(page, pages);
    const rows = { offset: (shown - 1) * PAGE_SIZE, limit: PAGE_SIZE };
    // No second query if the counts show that there are no matches.
    const pieces =
      counts[tab] > 0 ? await reads.deskList.page(accountId, DESK_TABS[tab], term, rows) : [];
    const ids = pieces.map(({ id }) => id);
    const schedules = await store.schedules.ofPieces(ids);
    const proposals = await store.proposals.openOf(ids);
    return { pieces, schedules, proposals, counts, page: shown, pages };
  };
  return term === '' ? read(store) : store.search(read);
}

function countsOf(rows: readonly StandingCount[]): DeskList['counts'] {
  const count = (tab: DeskTab) => {
    const filter: DeskFilter = DESK_TABS[tab];
    const isIn = (row: StandingCount) =>
      row.status === (filter.status ?? row.status) &&
      row.has_changes === (filter.has_changes ?? row.has_changes) &&
      row.is_machine_draft === (filter.is_machine_draft ?? row.is_machine_draft) &&
      row.is_scheduled === (filter.is_scheduled ?? row.is_scheduled);
    return rows.filter(isIn).reduce((sum, row) => sum + row.count, 0);
  };
  return {
    ...{ all: count('all'), draft: count('draft'), machine: count('machine') },
    scheduled: count('scheduled'),
    ...{ pending: count('pending'), changes_requested: count('changes_requested') },
    ...{ rejected: count('rejected'), approved: count('approved'), changes: count('changes') },
  };
}
