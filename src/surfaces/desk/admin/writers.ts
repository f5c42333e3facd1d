// The admins' list of writers.

import type { FastifyInstance } from 'fastify';
import { Problem } from '../../../errors.ts';
import {
  administer,
  DEED_NAMES,
  type Deed,
  listWriters,
} from '../../../operations/accounts/administration.ts';
import type { Context } from '../../../operations/operation.ts';
import { type Html, html } from '../../../rendering/templates/html.ts';
import { deskPage, formTokenField } from '../shared/layout.ts';
import { actorOf, deskPlace, type Visit } from '../shared/page-context.ts';

type Writer = Awaited<ReturnType<typeof listWriters>>[number];

export function writers(scope: FastifyInstance, context: Context): void {
  deskPlace(scope, context, '/desk/writers', {
    access: 'admin',
    show: writersPage,
    take: async (visit) => {
      const deed = DEED_NAMES.find((each) => each === visit.fields['deed']);
      if (!deed) throw new Problem('bad_request');
      await administer(visit.context, actorOf(visit), visit.fields['slug'] ?? '', deed);
      return { goTo: '/desk/writers' };
    },
  });
}

async function writersPage(visit: Visit): Promise<Html> {
  const rows = await listWriters(visit.context, actorOf(visit));
  return deskPage(visit, {
    title: 'Writers',
    here: 'Writers',
    content: html`<h1>Writers</h1>
<p class="standfirst">A tick says that you know who somebody is. A suspension takes everything of theirs out of sight, and keeps it.</p>
<ul class="contents">${rows.map((writer) => item(visit, writer))}</ul>`,
  });
}

function item(visit: Visit, writer: Writer): Html {
  const isVerified = writer.identity_verified === 1;
  const isSuspended = writer.suspended_at !== null;
  const isSelf = writer.id === actorOf(visit).accountId;
  return html`<li><h2>${writer.name}</h2>
<div class="aside row">${deedForm(visit, writer, isVerified ? 'unverify' : 'verify', isVerified ? 'Take the tick away' : 'Verify')}
${!isSelf && deedForm(visit, writer, isSuspended ? 'reinstate' : 'suspend', isSuspended ? 'Reinstate' : 'Suspend')}</div>
<p>${writer.slug} · ${writer.pieces_count} published${isVerified && ' · verified'}${isSuspended && ' · suspended'}</p></li>`;
}

const deedForm = (visit: Visit, { slug, name }: Writer, deed: Deed, words: string) =>
  html`<form method="post">${formTokenField(visit)}<input type="hidden" name="slug" value="${slug}">
<button class="plain" name="deed" value="${deed}" aria-label="${words}: ${name}">${words}</button></form>`;
