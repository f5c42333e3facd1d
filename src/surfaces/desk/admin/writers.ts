// The admins' list of writers, with the forms that verify, suspend and reinstate them.

import type { FastifyInstance } from 'fastify';
import { Problem } from '../../../errors.ts';
import {
  ADMIN_ACTION_NAMES,
  type AdminAction,
  listWriters,
  performAdminAction,
} from '../../../operations/accounts/admin-actions.ts';
import type { Context } from '../../../operations/operation.ts';
import { type Html, html } from '../../../rendering/templates/html.ts';
import { csrfField, deskPage } from '../shared/layout.ts';
import { actorOf, deskRoute, type PageContext } from '../shared/page-context.ts';

type Writer = Awaited<ReturnType<typeof listWriters>>[number];

export function writers(scope: FastifyInstance, context: Context): void {
  deskRoute(scope, context, '/desk/writers', {
    access: 'admin',
    get: writersPage,
    post: async (page) => {
      const action = ADMIN_ACTION_NAMES.find((each) => each === page.fields['deed']);
      if (!action) throw new Problem('bad_request');
      await performAdminAction(page.context, actorOf(page), page.fields['slug'] ?? '', action);
      return { goTo: '/desk/writers' };
    },
  });
}

async function writersPage(page: PageContext): Promise<Html> {
  const rows = await listWriters(page.context, actorOf(page));
  return deskPage(page, {
    title: 'Writers',
    here: 'Writers',
    content: html`<h1>Writers</h1>
<p class="standfirst">A tick says that you know who somebody is. A suspension takes everything of theirs
out of sight, and keeps it.</p>
<ul class="entry-list">${rows.map((writer) => item(page, writer))}</ul>`,
  });
}

function item(page: PageContext, writer: Writer): Html {
  const isVerified = writer.identity_verified === 1;
  const isSuspended = writer.suspended_at !== null;
  const isSelf = writer.id === actorOf(page).accountId;
  return html`<li><h2>${writer.name}</h2>
<div class="entry-side inline-group">
${
  isVerified
    ? actionForm(page, writer, 'unverify', 'Take the tick away')
    : actionForm(page, writer, 'verify', 'Verify')
}
${
  !isSelf &&
  (isSuspended
    ? actionForm(page, writer, 'reinstate', 'Reinstate')
    : actionForm(page, writer, 'suspend', 'Suspend'))
}</div>
<p>${writer.slug} · ${writer.pieces_count} published${isVerified && ' · verified'}${
    isSuspended && ' · suspended'
  }</p></li>`;
}

const actionForm = (
  page: PageContext,
  { slug, name }: Writer,
  action: AdminAction,
  words: string,
) =>
  html`<form method="post">${csrfField(page)}<input type="hidden" name="slug" value="${slug}">
<button class="link-button" name="deed" value="${action}" aria-label="${words}: ${name}">${words}</button></form>`;
