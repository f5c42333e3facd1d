// The admins' list of writers, with their roles, and the open invitations.

import { Problem } from '../../../errors.ts';
import {
  ADMIN_ACTION_NAMES,
  type ListedWriter,
  listWriters,
  performAdminAction,
} from '../../../operations/accounts/admin-actions.ts';
import { type Html, html } from '../../../rendering/templates/html.ts';
import { when } from '../shared/labels.ts';
import { deskPage, doneWords } from '../shared/layout.ts';
import { actorOf, type Desk, type PageContext } from '../shared/page-context.ts';
import { invitationSection } from './invitations.ts';

export function writers(desk: Desk): void {
  desk.admin('/desk/writers', writersPage, async (page) => {
    const action = ADMIN_ACTION_NAMES.find((each) => each === page.fields['deed']);
    if (!action) throw new Problem('bad_request');
    const { slug = '' } = page.fields;
    await performAdminAction(page.context, actorOf(page), slug, action);
    const isOwn = slug === actorOf(page).slug;
    // A former admin may no longer open the list of writers.
    if (isOwn && action === 'make_writer') return { goTo: '/desk' };
    return { goTo: `/desk/writers/${encodeURIComponent(slug)}?done=${action}` };
  });
}

const DONE = { invited: 'We’ve sent the invitation.' };

async function writersPage(page: PageContext): Promise<Html> {
  const rows = await listWriters(page.context, actorOf(page));
  return deskPage(page, {
    title: 'Writers',
    here: 'Writers',
    done: doneWords(page, DONE),
    content: html`<div class="inline-group"><h1>Writers</h1>
<a class="button primary align-end" href="/desk/invite">Invite a writer</a></div>
<p class="standfirst">Everyone who has a desk here. Open a writer to verify them or change their role.</p>
<ul class="entry-list">${rows.map((writer) => item(page, writer))}</ul>
${await invitationSection(page)}`,
  });
}

const item = (page: PageContext, writer: ListedWriter) => html`<li>
<h2><a href="/desk/writers/${writer.slug}">${writer.name}</a></h2>
<div class="entry-side"><span class="inline-group">${standingChips(writer)}</span></div>
<p>${writer.slug} · ${writer.pieces_count} published · ${lastHere(page, writer)}</p></li>`;

export const standingChips = ({
  isAdmin,
  identity_verified,
  suspended_at,
  erasureDueAt,
  isErased,
}: ListedWriter) =>
  html`${erasureDueAt !== null && html`<span class="chip rejected">To be deleted</span> `}${
    isErased && html`<span class="chip">Deleted</span> `
  }${suspended_at !== null && html`<span class="chip rejected">Suspended</span> `}${
    identity_verified === 1 && html`<span class="chip approved">Verified</span> `
  }${isAdmin ? html`<span class="chip">Admin</span>` : html`<span class="chip">Writer</span>`}`;

const lastHere = ({ context }: PageContext, { lastSeen }: ListedWriter) =>
  lastSeen === null ? 'not signed in' : html`last seen ${when(lastSeen, context.now())}`;
