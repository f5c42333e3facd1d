// A page to the desk: who comes, what they typed, and how a page or a form answers them.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../../../errors.ts';
import type { Limit } from '../../../http/limits/rate-limits.ts';
import {
  csrfToken,
  fieldsOf,
  requireOwnForm,
  sessionOf,
} from '../../../http/pages/browser-session.ts';
import { seeOther, sendPrivatePage } from '../../../http/pages/pages.ts';
import { resource } from '../../../http/resource.ts';
import type { SignedIn } from '../../../operations/accounts/sessions.ts';
import type { WriterActor } from '../../../operations/actor.ts';
import type { Context } from '../../../operations/operation.ts';
import type { Html } from '../../../rendering/templates/html.ts';

export interface PageContext {
  readonly context: Context;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly me: SignedIn | null;
  /** What every form on the page must carry. */
  readonly token: string;
  /** What was typed, where a form comes back; else empty. */
  readonly fields: { readonly [name: string]: string };
  /** Why it came back. */
  readonly problem: Problem | null;
}

/** Where the browser goes after a form was taken. */
export interface GoTo {
  readonly goTo: string;
}

export interface DeskRoute {
  /** Who is let in: anyone, those who signed in, or admins among them. */
  readonly access: 'anyone' | 'writer' | 'admin';
  get(page: PageContext): Promise<Html>;
  /** Takes the page's form; a problem shows the page again with what was typed. */
  post?(page: PageContext): Promise<GoTo | Html>;
  /** Count the form's tries. One sent from elsewhere counts for nothing: it is no try of its owner. */
  readonly limits?: readonly Limit[];
}

export function deskRoute(scope: FastifyInstance, context: Context, url: string, route: DeskRoute) {
  const { post } = route;
  resource(scope, url, {
    GET: {
      async handler(request, reply) {
        const me = await sessionOf(context, request);
        if (!me && route.access !== 'anyone') return seeOther(reply, signInFor(request));
        const page = await pageContextOf(context, request, reply, me);
        refuseUninvited(route, me);
        return sendPrivatePage(reply, await route.get(page));
      },
    },
    ...(post && {
      POST: {
        async handler(request, reply) {
          const me = await sessionOf(context, request);
          if (!me && route.access !== 'anyone') return seeOther(reply, signInFor(request));
          refuseUninvited(route, me);
          await requireOwnForm(context, request);
          const page = await pageContextOf(context, request, reply, me);
          return answer(route, post, page);
        },
      },
    }),
  });
}

/** Where those go who have not signed in, to be led back afterwards. */
export const signInFor = (request: FastifyRequest) =>
  `/desk/sign-in?next=${encodeURIComponent(request.method === 'GET' ? request.url : '/desk')}`;

function refuseUninvited({ access }: DeskRoute, me: SignedIn | null): void {
  if (access === 'admin' && !me?.actor.isAdmin) throw new Problem('not_found');
}

async function pageContextOf(
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  me: SignedIn | null,
): Promise<PageContext> {
  const token = await csrfToken(context, request, reply);
  return { context, request, reply, me, token, fields: fieldsOf(request), problem: null };
}

async function answer(route: DeskRoute, post: NonNullable<DeskRoute['post']>, page: PageContext) {
  try {
    for (const limit of route.limits ?? []) await limit(page.request, page.reply);
    const result = await post.call(route, page);
    if ('goTo' in result) return seeOther(page.reply, result.goTo);
    return sendPrivatePage(page.reply, result);
  } catch (problem) {
    if (!(problem instanceof Problem) || problem.status >= 500) throw problem;
    if (problem.status === 404 || problem.code === 'form_refused') throw problem;
    return sendPrivatePage(page.reply, await route.get({ ...page, problem }), problem.status);
  }
}

/** The writer of a page that only writers make. */
export function actorOf({ me }: PageContext): WriterActor {
  if (!me) throw new Problem('forbidden');
  return me.actor;
}

/** A part of the path, such as the id of a piece. */
export function param({ request }: PageContext, name: string): string {
  const params: { [name: string]: unknown } = { ...Object(request.params) };
  return String(params[name] ?? '');
}

export function query({ request }: PageContext, name: string): string {
  const values: { [name: string]: unknown } = { ...Object(request.query) };
  const value = values[name];
  return typeof value === 'string' ? value : '';
}
