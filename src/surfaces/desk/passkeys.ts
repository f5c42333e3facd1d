// Passkeys at the desk: what the page's script asks for, and the form that removes one.

import { isIP } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../../errors.ts';
import {
  FORM_TOKEN,
  fieldsOf,
  keepSession,
  requireOwnForm,
  sessionOf,
} from '../../http/browser-session.ts';
import { problemFor, sendProblem } from '../../http/problems.ts';
import { resource } from '../../http/resource.ts';
import type { Context } from '../../operations/operation.ts';
import {
  addPasskey,
  beginPasskey,
  beginPasskeySignIn,
  type PasskeySite,
  removePasskey,
  signInWithPasskey,
} from '../../operations/passkeys.ts';
import { type SignedIn, signOut } from '../../operations/sessions.ts';
import { actorOf, deskPlace } from './visits.ts';

interface Call {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly site: PasskeySite;
}

export function passkeys(scope: FastifyInstance, context: Context): void {
  scope.register(async (calls) => {
    // A script asks here: it gets the error body, not a page.
    calls.setErrorHandler((error, request, reply) =>
      sendProblem(request, reply, problemFor(error, context.store), error),
    );
    visitorCall(calls, context, '/desk/passkeys/sign-in/begin', ({ site }) =>
      beginPasskeySignIn(context, site),
    );
    visitorCall(calls, context, '/desk/passkeys/sign-in/finish', async (call) => {
      const { request, reply, site } = call;
      const userAgent = request.headers['user-agent'] ?? '';
      const token = await signInWithPasskey(context, site, request.body, userAgent);
      // As with a password: the session that this browser may have had is over.
      const before = await sessionOf(context, request);
      if (before) await signOut(context, before.actor);
      keepSession(request, reply, token);
      return {};
    });
    writerCall(calls, context, '/desk/passkeys/add/begin', (me, { site }) =>
      beginPasskey(context, me, site),
    );
    writerCall(calls, context, '/desk/passkeys/add/finish', async ({ actor }, call) => {
      await addPasskey(context, actor, call.site, call.request.body);
      return {};
    });
  });
  deskPlace(scope, context, '/desk/passkeys/remove', {
    access: 'writer',
    show: () => Promise.reject(new Problem('not_found')),
    take: async (visit) => {
      await removePasskey(context, actorOf(visit), visit.fields['id'] ?? '');
      return { goTo: '/desk/account?saved=yes' };
    },
  });
}

function visitorCall(
  scope: FastifyInstance,
  context: Context,
  url: string,
  answer: (call: Call) => Promise<object>,
): void {
  resource(scope, url, {
    POST: {
      async handler(request, reply) {
        await requireOwnForm(context, request);
        const found = await answer({ request, reply, site: siteOf(request) });
        return reply.header('cache-control', 'no-store').send({ ok: true, ...found });
      },
    },
  });
}

function writerCall(
  scope: FastifyInstance,
  context: Context,
  url: string,
  answer: (me: SignedIn, call: Call) => Promise<object>,
): void {
  visitorCall(scope, context, url, async (call) => {
    const me = await sessionOf(context, call.request);
    if (!me) throw new Problem('forbidden');
    return answer(me, call);
  });
}

function siteOf(request: FastifyRequest): PasskeySite {
  const site = namedSite(request);
  if (!site) throw new Problem('not_found');
  // Made from this browser's cookie, and checked before anything is answered.
  return { ...site, browser: fieldsOf(request)[FORM_TOKEN] ?? '' };
}

/** The site as the browser has it in its address bar; a bare IP address can have no passkeys. */
export function namedSite({ protocol, host }: FastifyRequest) {
  const url = URL.parse(`${protocol}://${host}`);
  if (!url || isIP(url.hostname.replace(/^\[|\]$/g, '')) !== 0) return null;
  return { hostName: url.hostname, origin: url.origin };
}
