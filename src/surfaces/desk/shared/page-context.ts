// A visit to the desk: who comes, what they typed, and how a page or a form answers them.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../../../errors.ts';
import type { Limit } from '../../../http/limits/rate-limits.ts';
import {
  fieldsOf,
  formToken,
  requireOwnForm,
  sessionOf,
} from '../../../http/pages/browser-session.ts';
import { seeOther, sendPrivatePage } from '../../../http/pages/pages.ts';
import { resource } from '../../../http/resource.ts';
import type { SignedIn } from '../../../operations/accounts/sessions.ts';
import type { WriterActor } from '../../../operations/actor.ts';
import type { Context } from '../../../operations/operation.ts';
import type { Html } from '../../../rendering/templates/html.ts';

export interface Visit {
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

export interface Place {
  /** Who is let in: anyone, those who signed in, or admins among them. */
  readonly access: 'anyone' | 'writer' | 'admin';
  show(visit: Visit): Promise<Html>;
  /** Takes the page's form; a problem shows the page again with what was typed. */
  take?(visit: Visit): Promise<GoTo | Html>;
  /** Count the form's tries. One sent from elsewhere counts for nothing: it is no try of its owner. */
  readonly limits?: readonly Limit[];
}

export function deskPlace(scope: FastifyInstance, context: Context, url: string, place: Place) {
  const { take } = place;
  resource(scope, url, {
    GET: {
      async handler(request, reply) {
        const me = await sessionOf(context, request);
        if (!me && place.access !== 'anyone') return seeOther(reply, signInFor(request));
        const visit = await visitOf(context, request, reply, me);
        refuseUninvited(place, me);
        return sendPrivatePage(reply, await place.show(visit));
      },
    },
    ...(take && {
      POST: {
        async handler(request, reply) {
          const me = await sessionOf(context, request);
          if (!me && place.access !== 'anyone') return seeOther(reply, signInFor(request));
          refuseUninvited(place, me);
          await requireOwnForm(context, request);
          const visit = await visitOf(context, request, reply, me);
          return answer(place, take, visit);
        },
      },
    }),
  });
}

/** Where those go who have not signed in, to be led back afterwards. */
export const signInFor = (request: FastifyRequest) =>
  `/desk/sign-in?next=${encodeURIComponent(request.method === 'GET' ? request.url : '/desk')}`;

function refuseUninvited({ access }: Place, me: SignedIn | null): void {
  if (access === 'admin' && !me?.actor.isAdmin) throw new Problem('not_found');
}

async function visitOf(
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  me: SignedIn | null,
): Promise<Visit> {
  const token = await formToken(context, request, reply);
  return { context, request, reply, me, token, fields: fieldsOf(request), problem: null };
}

async function answer(place: Place, take: NonNullable<Place['take']>, visit: Visit) {
  try {
    for (const limit of place.limits ?? []) await limit(visit.request, visit.reply);
    const taken = await take.call(place, visit);
    if ('goTo' in taken) return seeOther(visit.reply, taken.goTo);
    return sendPrivatePage(visit.reply, taken);
  } catch (problem) {
    if (!(problem instanceof Problem) || problem.status >= 500) throw problem;
    if (problem.status === 404 || problem.code === 'form_refused') throw problem;
    return sendPrivatePage(visit.reply, await place.show({ ...visit, problem }), problem.status);
  }
}

/** The writer of a visit that only writers make. */
export function actorOf({ me }: Visit): WriterActor {
  if (!me) throw new Problem('forbidden');
  return me.actor;
}

/** A part of the address, such as the id of a piece. */
export function param({ request }: Visit, name: string): string {
  const params: { [name: string]: unknown } = { ...Object(request.params) };
  return String(params[name] ?? '');
}

export function query({ request }: Visit, name: string): string {
  const values: { [name: string]: unknown } = { ...Object(request.query) };
  const value = values[name];
  return typeof value === 'string' ? value : '';
}
