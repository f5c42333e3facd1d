// The desk's home: the writer's pieces in tabs by state, last edited first, with a search over all pieces.

import {
  DESK_TAB_NAMES,
  type DeskList,
  type DeskTab,
  deskList,
} from '../../../../operations/pieces/desk-list/desk-list.ts';
import { trashCount } from '../../../../operations/pieces/trash.ts';
import { ownReaders, SHOWN_DAYS } from '../../../../operations/views/view-statistics.ts';
import { type Html, html } from '../../../../rendering/templates/html.ts';
import { SITE_LOCALE } from '../../../../rendering/text/locale.ts';
import { DONE, STATUS_WORDS } from '../../shared/labels.ts';
import { deskPage, doneWords } from '../../shared/layout.ts';
import { actorOf, type Desk, type PageContext, query } from '../../shared/page-context.ts';
import { firstDesk, whoPublishes } from '../first-desk.ts';
import { reviewNotice } from '../review-notice.ts';
import { readerWords } from '../view-statistics.ts';
import { bulkDone } from './bulk-words.ts';
import { pageLinks, pageNumber } from './page-links.ts';
import { pieceList } from './piece-list.ts';

export function home(desk: Desk): void {
  desk.writer('/desk', homePage);
}

interface View {
  tab: DeskTab;
  text: string;
  page: number;
}

function urlOf({ tab, text }: View, page = 1): string {
  const parts = [
    ...(tab === 'all' ? [] : [['status', tab]]),
    ...(text === '' ? [] : [['q', text]]),
    ...(page === 1 ? [] : [['page', String(page)]]),
  ];
  return parts.length === 0 ? '/desk' : `/desk?${new URLSearchParams(parts)}`;
}

export async function homePage(page: PageContext): Promise<Html> {
  const view: View = {
    tab: DESK_TAB_NAMES.find((each) => each === query(page, 'status')) ?? 'all',
    text: query(page, 'q').trim(),
    page: pageNumber(query(page, 'page')),
  };
  const found = await deskList(page.context, actorOf(page), view);
  const inTrash = await trashCount(page.context, actorOf(page));
  const isFirst = found.counts.all === 0 && inTrash === 0 && view.text === '' && view.tab === 'all';
  if (isFirst) return firstDesk(page);
  const readers = await ownReaders(page.context, actorOf(page));
  return deskPage(page, {
    title: 'Your pieces',
    here: 'Pieces',
    done: doneWords(page, DONE) ?? bulkDone(page),
    content: html`${await reviewNotice(page)}
<div class="inline-group"><h1>Your pieces</h1>
<a class="button primary align-end" href="/desk/edit/pieces/new">New piece</a></div>
<p class="standfirst">${whoPublishes(page)}${
      readers.all > 0 && ` ${readerWords(readers.all)} in the last ${SHOWN_DAYS} days.`
    }</p>
<div class="inline-group list-tools">${search(view)}
<p class="inline-group align-end"><a href="/desk/import">Import a file</a>
<a href="/desk/download" download>Download my writing</a></p></div>
${tabs(view, found, inTrash)}
${found.pieces.length > 0 ? pieceList(page, found, readers.byPiece, urlOf(view, found.page)) : nothing(view)}
${pageLinks(found, (to) => urlOf(view, to))}`,
  });
}

const search = ({
  tab,
  text,
}: View) => html`<form class="inline-group filters desk-search" method="get" action="/desk" role="search">
${tab !== 'all' && html`<input type="hidden" name="status" value="${tab}">`}
<div><label class="visually-hidden" for="q">Search</label>
<input id="q" name="q" type="search" value="${text}" placeholder="Headlines, standfirsts and texts"></div>
<button>Search</button></form>`;

const TAB_WORDS: { readonly [tab in DeskTab]: string } = {
  all: 'All',
  draft: 'Drafts',
  machine: 'Machine drafts',
  scheduled: 'Scheduled',
  pending: STATUS_WORDS.pending,
  changes_requested: STATUS_WORDS.changes_requested,
  rejected: STATUS_WORDS.rejected,
  approved: STATUS_WORDS.approved,
  changes: 'Changes not published',
};

const EMPTY_TABS: { readonly [tab in DeskTab]: string } = {
  all: 'You have no pieces. What you deleted is in the trash.',
  draft: 'You have no drafts.',
  machine:
    'No drafts by programs are waiting for you. Each draft stays here until you edit or publish it.',
  scheduled: 'Nothing is scheduled. You can choose a time when you publish a piece.',
  pending: 'None of your pieces are in review.',
  changes_requested: 'None of your pieces need changes.',
  rejected: 'None of your pieces were rejected.',
  approved: 'You haven’t published anything yet.',
  changes: 'Readers see everything as you last wrote it.',
};

const count = new Intl.NumberFormat(SITE_LOCALE);

/** Tabs that are always shown; the others are shown if they contain a piece. */
const ALWAYS: ReadonlySet<DeskTab> = new Set(['all', 'draft', 'approved']);

function tabs(view: View, { counts }: DeskList, inTrash: number): Html {
  const isShown = (tab: DeskTab) => ALWAYS.has(tab) || counts[tab] > 0 || tab === view.tab;
  const number = (of: number) => html` <span class="count">${count.format(of)}</span>`;
  return html`<nav class="tabs" aria-label="Pieces by state">${DESK_TAB_NAMES.filter(isShown).map(
    (tab) =>
      html`<a href="${urlOf({ ...view, tab })}"${tab === view.tab && html` aria-current="page"`}>${
        TAB_WORDS[tab]
      }${number(counts[tab])}</a>`,
  )}<a class="align-end" href="/desk/trash">Trash${number(inTrash)}</a></nav>`;
}

function nothing(view: View): Html {
  if (view.text === '') return html`<div class="empty-state"><p>${EMPTY_TABS[view.tab]}</p></div>`;
  const where = view.tab === 'all' ? '' : ` in ${TAB_WORDS[view.tab]}`;
  return html`<div class="empty-state"><p>No results for “${view.text}”${where}.
<a href="/desk">Show all</a></p></div>`;
}
