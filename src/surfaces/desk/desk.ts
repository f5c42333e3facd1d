// The writer's desk: registers all its pages, and its error page.

import cookie from '@fastify/cookie';
import type { FastifyInstance } from 'fastify';
import { notFound, problemFor, tell } from '../../http/error-responses.ts';
import { limitReads } from '../../http/limits/read-rate-limit.ts';
import { takeForms } from '../../http/pages/form-bodies.ts';
import { sendPrivatePage } from '../../http/pages/pages.ts';
import { sessionOf } from '../../http/pages/session-cookie.ts';
import { forPeople, isPassing, TRY_AGAIN } from '../../http/pages/try-again.ts';
import { takeUploads } from '../../http/pages/uploads.ts';
import { storeNothing } from '../../http/security-headers.ts';
import type { Consents } from '../../operations/oauth/consents.ts';
import type { Context } from '../../operations/operation.ts';
import { html } from '../../rendering/templates/html.ts';
import { joinPages } from './account/accept-invitation.ts';
import { account } from './account/account.ts';
import { accountEmails } from './account/account-emails.ts';
import { deleteAccount } from './account/delete-account.ts';
import { passkeys } from './account/passkeys.ts';
import { passwordReset } from './account/password-reset.ts';
import { profile } from './account/profile.ts';
import { signInPages } from './account/sign-in.ts';
import { signUpPages } from './account/sign-up.ts';
import { deleteWriter } from './admin/delete-writer.ts';
import { invitations } from './admin/invitations.ts';
import { passwordLink } from './admin/password-reset-link.ts';
import { review } from './admin/review.ts';
import { siteIdentity } from './admin/site-settings.ts';
import { writer } from './admin/writer.ts';
import { writers } from './admin/writers.ts';
import { conversation } from './editorial/conversation.ts';
import { proposals } from './editorial/proposals.ts';
import { connect } from './integrations/consent.ts';
import { onlinePresence } from './integrations/online-presence.ts';
import { cardCalls } from './pieces/card-calls.ts';
import { cover } from './pieces/cover.ts';
import { download } from './pieces/download.ts';
import { editor } from './pieces/editor.ts';
import { editorCalls } from './pieces/editor-calls.ts';
import { fileImport } from './pieces/file-import.ts';
import { images } from './pieces/image-upload.ts';
import { bulk } from './pieces/list/bulk.ts';
import { home } from './pieces/list/home.ts';
import { trash } from './pieces/list/trash.ts';
import { previews } from './pieces/previews.ts';
import { readership } from './pieces/view-statistics.ts';
import { confirmations } from './publish/confirmations.ts';
import { postPublish } from './publish/post-publish.ts';
import { publishRoutes } from './publish/publish.ts';
import { scheduleRoutes } from './publish/schedule.ts';
import { slugRoutes } from './publish/slug.ts';
import { pieceSeries } from './series/piece-series.ts';
import { series } from './series/series.ts';
import { deskPage } from './shared/layout.ts';
import { deskOf, type PageContext } from './shared/page-context.ts';
import { identifySenders, inDeskTerms } from './shared/senders.ts';
import { shop } from './shop/shop.ts';
import { sitePages } from './site-pages/site-pages.ts';
import { machine } from './versions/machine.ts';
import { recordRoutes } from './versions/record.ts';
import { versions } from './versions/versions.ts';

export async function desk(
  scope: FastifyInstance,
  context: Context,
  consents: Consents,
): Promise<void> {
  storeNothing(scope);
  // Rate limits come before cookies are parsed, so that a refused request needs no session lookup.
  limitReads(scope, 'desk');
  await scope.register(cookie);
  identifySenders(scope, context);
  await takeForms(scope);
  await takeUploads(scope);

  scope.setErrorHandler(async (error, request, reply) => {
    const found = await inDeskTerms(context, problemFor(error, context.store), request);
    const problem = forPeople(found, reply);
    const requestId = tell(request, reply, problem, error);
    const me = await sessionOf(context, request).catch(() => null);
    const page: PageContext = { context, request, reply, me, token: '', fields: {}, problem: null };
    const errorPage = deskPage(page, {
      title: 'Something went wrong',
      narrow: true,
      content: html`<h1>${problem.reason}</h1>
${isPassing(problem) && TRY_AGAIN}
${problem.code === 'form_refused' && html`<p><a href="${request.url}">Open it again</a></p>`}
<p class="standfirst"><a href="/desk">Back to the desk</a></p>
${requestId && html`<p class="muted">Request ${requestId}</p>`}`,
    });
    return sendPrivatePage(reply, errorPage, problem.status);
  });

  const pages = deskOf(scope, context);
  const sendLater = accountEmails(scope);
  signInPages(pages);
  signUpPages(pages, sendLater);
  joinPages(pages);
  passwordReset(pages, sendLater);
  home(pages);
  bulk(pages);
  fileImport(pages);
  editor(pages);
  editorCalls(pages);
  publishRoutes(pages);
  scheduleRoutes(pages);
  confirmations(pages);
  slugRoutes(pages);
  postPublish(pages);
  images(pages);
  cover(pages);
  cardCalls(pages);
  versions(pages);
  machine(pages);
  recordRoutes(pages);
  conversation(pages);
  proposals(pages);
  previews(pages);
  trash(pages);
  readership(pages);
  if (context.config.review) review(pages);
  series(pages);
  pieceSeries(pages);
  await shop(pages);
  profile(pages);
  onlinePresence(pages);
  connect(pages, consents);
  account(pages, sendLater);
  deleteAccount(pages, sendLater);
  passkeys(pages);
  download(pages);
  writers(pages);
  writer(pages);
  deleteWriter(pages, sendLater);
  passwordLink(pages);
  invitations(pages);
  sitePages(pages);
  siteIdentity(pages);
  // All other URLs of the desk return 404 with a page, for every method.
  scope.all('/desk/*', { onRequest: notFound, handler: notFound });
}
