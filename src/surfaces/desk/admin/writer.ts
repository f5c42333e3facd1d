// A writer's page for admins: verification, role, password and suspension.

import {
  type AdminAction,
  type ListedWriter,
  listedWriter,
  type WriterDetails,
} from '../../../operations/accounts/admin-actions.ts';
import { type Html, html } from '../../../rendering/templates/html.ts';
import { when } from '../shared/labels.ts';
import { csrfField, deskPage, doneWords } from '../shared/layout.ts';
import { actorOf, type Desk, type PageContext, param } from '../shared/page-context.ts';
import { standingChips } from './writers.ts';

export function writer(desk: Desk): void {
  desk.admin('/desk/writers/:slug', writerPage);
}

const DONE: { readonly [done: string]: string } = {
  verify: 'Verified.',
  unverify: 'No longer verified.',
  suspend: 'Suspended. Nothing they published is public any more, and they’ve been signed out.',
  reinstate: 'Reinstated. Everything that was public is public again.',
  make_admin: 'They’re now an admin.',
  make_writer: 'They’re no longer an admin.',
  to_be_deleted:
    'The account will be deleted in two weeks. Until then, they or any admin can decide to keep it.',
  kept: 'The account stays.',
  link_sent: 'We’ve sent them a link to set a new password.',
};

async function writerPage(page: PageContext): Promise<Html> {
  const found = await listedWriter(page.context, actorOf(page), param(page, 'slug'));
  const isSelf = found.id === actorOf(page).accountId;
  return deskPage(page, {
    title: found.name,
    here: 'Writers',
    done: doneWords(page, found.isReinstating ? { ...DONE, reinstate: 'Reinstated.' } : DONE),
    content: html`<p><a href="/desk/writers">Writers</a></p>
<h1>${found.name}</h1>
<p class="inline-group">${standingChips(found)}</p>
<dl class="facts"><dt>Page</dt><dd><a href="/author/${found.slug}">/author/${found.slug}</a></dd>
<dt>Published</dt><dd>${found.pieces_count}</dd>
<dt>Joined</dt><dd>${when(found.joined_at, page.context.now())}</dd>
<dt>Last seen</dt><dd>${isSelf ? 'Now: it’s you' : lastSeen(page, found)}</dd></dl>
${identity(page, found)}
${role(page, found)}
${!isSelf && password(found)}
${!isSelf && suspension(page, found)}
${!isSelf && !found.isErased && deletion(page, found)}`,
  });
}

const lastSeen = ({ context }: PageContext, { lastSeen: at }: ListedWriter) =>
  at === null ? 'Not signed in' : when(at, context.now());

const identity = (page: PageContext, found: ListedWriter) =>
  section(
    'Identity',
    'A tick beside their name tells readers that you know who they are.',
    found.identity_verified === 1
      ? actionForm(page, found, 'unverify', 'Remove the tick')
      : actionForm(page, found, 'verify', 'Verify'),
  );

const role = (page: PageContext, found: ListedWriter) =>
  section(
    'Role',
    found.isAdmin
      ? 'An admin can invite, verify and suspend writers, and review their pieces. If they lose the role, any ' +
          'invitations and password links they’ve created will stop working.'
      : 'An admin can do everything that you can: invite, verify and suspend writers, review their pieces, and ' +
          'make others admins.',
    found.isAdmin
      ? actionForm(page, found, 'make_writer', 'Make a writer')
      : actionForm(page, found, 'make_admin', 'Make an admin'),
  );

const password = ({ slug, suspended_at }: ListedWriter) =>
  section(
    'Password',
    suspended_at === null
      ? 'If they’ve forgotten their password, create a link that lets them set a new one.'
      : 'A suspended writer can’t sign in. Reinstate them first.',
    suspended_at === null &&
      html`<p><a class="button" href="/desk/writers/${slug}/password">Create a password link</a></p>`,
  );

const REINSTATING = 'Their pieces are becoming public again, a few at a time. ';

const suspension = (page: PageContext, found: WriterDetails) =>
  section(
    'Suspension',
    (found.isReinstating ? REINSTATING : '') +
      (found.suspended_at === null
        ? 'This hides everything they published and signs them out. It deletes nothing, and you can undo it.'
        : 'Everything they published is hidden. Reinstating them makes it public again.'),
    found.suspended_at === null
      ? actionForm(page, found, 'suspend', 'Suspend')
      : actionForm(page, found, 'reinstate', 'Reinstate'),
  );

const deletion = ({ context }: PageContext, { slug, erasureDueAt }: ListedWriter) =>
  html`<section class="group"><h2>Deletion</h2>
<p>${
    erasureDueAt === null
      ? 'It erases who they are, two weeks later. Their public pieces go too, or stay under another name.'
      : html`The account will be deleted on ${when(erasureDueAt, context.now())}.`
  }</p>
<p class="inline-group">${
    erasureDueAt !== null &&
    html`<a class="button" href="/desk/writers/${slug}/keep">Keep the account</a>`
  }
<a class="button" href="/desk/writers/${slug}/delete">${
    erasureDueAt === null ? 'Delete the account…' : 'Change what happens…'
  }</a></p></section>`;

const section = (title: string, words: string, act: Html | false) =>
  html`<section class="group"><h2>${title}</h2>
<p>${words}</p>
${act}</section>`;

const actionForm = (
  page: PageContext,
  { slug, name }: ListedWriter,
  action: AdminAction,
  words: string,
) =>
  html`<form method="post" action="/desk/writers">${csrfField(page)}<input type="hidden" name="slug" value="${slug}">
<button name="deed" value="${action}" aria-label="${words}: ${name}">${words}</button></form>`;
