// The writer's desk: every place of it, and how it says that something went wrong.

import cookie from '@fastify/cookie';
import formbody from '@fastify/formbody';
import type { FastifyInstance } from 'fastify';
import { sessionOf } from '../../http/browser-session.ts';
import { sendPrivatePage } from '../../http/pages.ts';
import { notFound, problemFor } from '../../http/problems.ts';
import { takeUploads } from '../../http/uploads.ts';
import type { Context } from '../../operations/operation.ts';
import { html } from '../../rendering/html.ts';
import { account } from './account.ts';
import { download } from './download.ts';
import { editing } from './editing.ts';
import { editorCalls } from './editor-calls.ts';
import { entrance } from './entrance.ts';
import { home } from './home.ts';
import { importing } from './importing.ts';
import { deskPage } from './layout.ts';
import { machine } from './machine.ts';
import { moving } from './moving.ts';
import { onlinePresence } from './online-presence.ts';
import { passkeys } from './passkeys.ts';
import { passwordReset } from './password-reset.ts';
import { pictures } from './pictures.ts';
import { previewing } from './previewing.ts';
import { profile } from './profile.ts';
import { readership } from './readership.ts';
import { review } from './review.ts';
import { shop } from './shop.ts';
import { versions } from './versions.ts';
import { writers } from './writers.ts';

export async function desk(scope: FastifyInstance, context: Context): Promise<void> {
  await scope.register(cookie);
  await scope.register(formbody);
  await takeUploads(scope);

  scope.setErrorHandler(async (error, request, reply) => {
    const problem = problemFor(error, context.store);
    if (problem.status >= 500) request.log.error({ err: error }, 'request failed');
    const me = await sessionOf(context, request).catch(() => null);
    const visit = { context, request, reply, me, token: '', fields: {}, problem: null };
    const page = deskPage(visit, {
      title: 'Something is not right',
      narrow: true,
      content: html`<h1>${problem.reason}</h1>
<p class="standfirst"><a href="/desk">Back to the desk</a></p>
${problem.status >= 500 && html`<p class="muted">Request ${request.id}</p>`}`,
    });
    return sendPrivatePage(reply, page, problem.status);
  });

  await entrance(scope, context);
  if (context.config.smtpUrl) await passwordReset(scope, context);
  home(scope, context);
  importing(scope, context);
  editing(scope, context);
  editorCalls(scope, context);
  moving(scope, context);
  pictures(scope, context);
  versions(scope, context);
  machine(scope, context);
  previewing(scope, context);
  readership(scope, context);
  if (context.config.review) review(scope, context);
  await shop(scope, context);
  profile(scope, context);
  await onlinePresence(scope, context);
  await account(scope, context);
  passkeys(scope, context);
  download(scope, context);
  writers(scope, context);
  // Whatever the method: there is nothing here, and it is said with a page.
  scope.all('/desk/*', { onRequest: notFound, handler: notFound });
}
