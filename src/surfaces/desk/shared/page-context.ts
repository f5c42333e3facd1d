// The desk's page context (session, CSRF token, form fields), and the routes that use it.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../../../errors.ts';
import { problemFor, tell } from '../../../http/error-responses.ts';
import type { Limit } from '../../../http/limits/rate-limits.ts';
import { csrfToken, requireCsrfToken } from '../../../http/pages/csrf.ts';
import { FORM } from '../../../http/pages/form-bodies.ts';
import { formFields } from '../../../http/pages/form-fields.ts';
import { seeOther, sendPrivatePage } from '../../../http/pages/pages.ts';
import { sessionOf } from '../../../http/pages/session-cookie.ts';
import { forPeople } from '../../../http/pages/try-again.ts';
import { resource } from '../../../http/resource.ts';
import type { SignedIn } from '../../../operations/accounts/sessions.ts';
import type { WriterActor } from '../../../operations/actor.ts';
import type { Context } from '../../../operations/operation.ts';
import type { Html } from '../../../rendering/templates/html.ts';
import { REQUEST_LIMITS } from '../../../schemas/requests/request-limits.ts';
import { senderOf } from './senders.ts';

export interface PageContext {
  readonly context: Context;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly me: SignedIn | null;
  /** CSRF token that every form on the page must send. */
  readonly token: string;
  /** Typed values if a form is shown again; otherwise empty. */
  readonly fields: { readonly [name: string]: string };
  readonly problem: Problem | null;
}

export interface GoTo {
  readonly goTo: string;
}

interface FormOptions {
  /** True if a writer who was signed out in the meantime returns to this page instead of the desk. */
  readonly isAskedAgain?: boolean;
  /** Largest file that the form may contain; if it isn't set, files are refused. */
  readonly uploadBytes?: number;
  /** Rate limits of the form. Cross-site requests fail the CSRF check first and don't count. */
  readonly limits?: readonly Limit[];
}

interface DeskRoute extends FormOptions {
  readonly access: 'anyone' | 'writer' | 'admin';
  readonly get: (page: PageContext) => Promise<Html> | Html;
  /** Handles the page's form; after a problem, the page is shown again with the typed values. */
  readonly post?: (page: PageContext) => Promise<GoTo | Html>;
}

export type Post = NonNullable<DeskRoute['post']>;

type Register = (url: string, get: DeskRoute['get'], post?: Post, options?: FormOptions) => void;

/** Registers pages of the desk, each for the people who have access. */
export interface Desk {
  readonly scope: FastifyInstance;
  readonly context: Context;
  readonly anyone: Register;
  readonly writer: Register;
  readonly admin: Register;
}

export function deskOf(scope: FastifyInstance, context: Context): Desk {
  const open =
    (access: DeskRoute['access']): Register =>
    (url, get, post, options) =>
      deskRoute(scope, context, url, { access, get, ...(post && { post }), ...options });
  return {
    ...{ scope, context },
    ...{ anyone: open('anyone'), writer: open('writer'), admin: open('admin') },
  };
}

function deskRoute(scope: FastifyInstance, context: Context, url: string, route: DeskRoute) {
  const { post } = route;
  resource(scope, url, {
    GET: {
      async handler(request, reply) {
        const me = await sessionOf(context, request);
        if (!me && route.access !== 'anyone') return seeOther(reply, signInFor(request));
        const page = await pageContextOf(context, request, reply, me);
        requireAdmin(route, me);
        try {
          return await sendPrivatePage(reply, await route.get(page));
        } catch (problem) {
          // Pages of a piece in the trash redirect its writer to the trash.
          if (!(problem instanceof Problem) || problem.code !== 'piece_in_trash') throw problem;
          return seeOther(reply, `/desk/trash/${param(page, 'id')}`);
        }
      },
    },
    ...(post && {
      POST: {
        bodyLimit: route.access === 'anyone' ? FORM.visitorBytes : REQUEST_LIMITS.bodyBytes,
        config: route.uploadBytes === undefined ? {} : { uploadBytes: route.uploadBytes },
        // Access is checked before the body is read.
        onRequest: [
          async (request, reply) => {
            const me = senderOf(request);
            if (!me && route.access !== 'anyone') return seeOther(reply, signInFor(request, route));
            return requireAdmin(route, me);
          },
        ],
        async handler(request, reply) {
          const me = senderOf(request);
          await requireCsrfToken(context, request);
          const page = await pageContextOf(context, request, reply, me);
          return answer(route, post, page);
        },
      },
    }),
  });
}

export function signInFor(
  { method, url }: FastifyRequest,
  { isAskedAgain = false }: Pick<FormOptions, 'isAskedAgain'> = {},
): string {
  const next = method === 'GET' || isAskedAgain ? url : '/desk';
  return `/desk/sign-in?next=${encodeURIComponent(next)}`;
}

function requireAdmin({ access }: DeskRoute, me: SignedIn | null): void {
  if (access === 'admin' && !me?.actor.isAdmin) throw new Problem('not_found');
}

async function pageContextOf(
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  me: SignedIn | null,
): Promise<PageContext> {
  const token = await csrfToken(context, request, reply);
  return { context, request, reply, me, token, fields: formFields(request), problem: null };
}

async function answer(route: DeskRoute, post: Post, page: PageContext) {
  try {
    for (const limit of route.limits ?? []) await limit(page.request, page.reply);
    const result = await post(page);
    if ('goTo' in result) return seeOther(page.reply, result.goTo);
    return sendPrivatePage(page.reply, result);
  } catch (error) {
    const problem = problemFor(error, page.context.store);
    if (!isShownAgain(problem, page)) throw error;
    tell(page.request, page.reply, problem, error);
    const shown = { ...page, problem: forPeople(problem, page.reply) };
    const again = await Promise.try(route.get, shown).catch((failure) => {
      // The fault that kept the form from being handled may also keep the page from being shown.
      throw problem.status === 503 ? error : failure;
    });
    return sendPrivatePage(page.reply, again, problem.status);
  }
}

/** The form is shown again if its sender can correct the input or try again later. */
function isShownAgain({ status, code }: Problem, { me }: PageContext): boolean {
  // Visitors get a plain error page, which costs little; they have typed nothing long.
  if (status === 503) return me !== null;
  return status < 500 && status !== 404 && code !== 'form_refused';
}

export function actorOf({ me }: PageContext): WriterActor {
  if (!me) throw new Problem('forbidden');
  return me.actor;
}

export function param({ request }: PageContext, name: string): string {
  const params: { [name: string]: unknown } = { ...Object(request.params) };
  return String(params[name] ?? '');
}

export function query({ request }: PageContext, name: string): string {
  const values: { [name: string]: unknown } = { ...Object(request.query) };
  const value = values[name];
  return typeof value === 'string' ? value : '';
}
