// Passkeys at the desk: the requests of the page's script, and the form that removes a passkey.

import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { Problem } from '../../../errors.ts';
import { CSRF_FIELD } from '../../../http/pages/csrf.ts';
import { formFields } from '../../../http/pages/form-fields.ts';
import {
  addPasskey,
  beginPasskey,
  beginPasskeyProof,
  beginPasskeySignIn,
  type PasskeySite,
  provePasskey,
  removePasskey,
  signInWithPasskey,
} from '../../../operations/accounts/passkeys.ts';
import { actorOf, type Desk } from '../shared/page-context.ts';
import { type Call, scriptCalls } from '../shared/script-calls.ts';
import { callLimits } from './sign-in-limits.ts';
import { startSession } from './start-session.ts';

export function passkeys(desk: Desk): void {
  const { context } = desk;
  scriptCalls(desk, (calls) => {
    const limits = () => callLimits(calls.scope, context.config);
    const begin = async ({ request }: Call) => beginPasskeySignIn(context, siteOf(request));
    const finish = async ({ request, reply }: Call) => {
      const userAgent = request.headers['user-agent'] ?? '';
      const token = await signInWithPasskey(context, siteOf(request), request.body, userAgent);
      await startSession(context, { request, reply }, token);
      return {};
    };
    calls.visitor('/desk/passkeys/sign-in/begin', begin, limits());
    calls.visitor('/desk/passkeys/sign-in/finish', finish, limits());
    calls.writer('/desk/passkeys/confirm/begin', (_me, { request }) =>
      beginPasskeyProof(context, siteOf(request)),
    );
    calls.writer('/desk/passkeys/confirm/finish', async ({ actor }, { request }) => ({
      proof: await provePasskey(context, actor, siteOf(request), request.body),
    }));
    calls.writer('/desk/passkeys/add/begin', (me, { request }) =>
      beginPasskey(context, me, siteOf(request)),
    );
    calls.writer('/desk/passkeys/add/finish', async ({ actor }, { request }) => {
      await addPasskey(context, actor, siteOf(request), request.body);
      return {};
    });
  });
  desk.writer(
    '/desk/passkeys/remove',
    () => Promise.reject(new Problem('not_found')),
    async (page) => {
      await removePasskey(context, actorOf(page), page.fields['id'] ?? '');
      return { goTo: '/desk/account?saved=yes' };
    },
  );
}

function siteOf(request: FastifyRequest): PasskeySite {
  const site = namedSite(request);
  if (!site) throw new Problem('not_found');
  // The CSRF token, which was checked before, is made from this browser's cookie, so it identifies the browser.
  return { ...site, browser: formFields(request)[CSRF_FIELD] ?? '' };
}

/** Origin in the browser's address bar; null for a bare IP address, where passkeys don't work. */
export function namedSite({ protocol, host }: FastifyRequest) {
  const url = URL.parse(`${protocol}://${host}`);
  if (!url || isIP(url.hostname.replace(/^\[|\]$/g, '')) !== 0) return null;
  return { hostName: url.hostname, origin: url.origin };
}
