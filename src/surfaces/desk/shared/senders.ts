// Who sends a form or a call: known before anything of its body is read.

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Problem } from '../../../errors.ts';
import { countRead } from '../../../http/limits/read-rate-limit.ts';
import { sessionOf } from '../../../http/pages/session-cookie.ts';
import type { SignedIn } from '../../../operations/accounts/sessions.ts';
import type { Context } from '../../../operations/operation.ts';

const senders = new WeakMap<FastifyRequest, SignedIn>();

/** Finds the session of every form and call; whoever has none is counted like a reader. */
export function identifySenders(scope: FastifyInstance, context: Context): void {
  scope.addHook('onRequest', async (request, reply) => {
    if (request.method !== 'POST') return;
    const me = await sessionOf(context, request);
    if (!me) return countRead(scope, request, reply);
    senders.set(request, me);
    request.isKnownSender = true;
  });
}

export const senderOf = (request: FastifyRequest): SignedIn | null => senders.get(request) ?? null;

/** Before signing in, a form is too large long before it has the size that others may have. */
export const inFormTerms = (problem: Problem, request: FastifyRequest): Problem =>
  problem.code === 'too_large' && !senderOf(request) ? new Problem('form_too_long') : problem;
