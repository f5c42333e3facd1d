// Identifies the senders of forms and script requests before the body is read.

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Problem } from '../../../errors.ts';
import { sessionOf } from '../../../http/pages/session-cookie.ts';
import type { SignedIn } from '../../../operations/accounts/sessions.ts';
import type { Context } from '../../../operations/operation.ts';
import { missingPiece } from '../../../operations/pieces/missing-piece.ts';

const senders = new WeakMap<FastifyRequest, SignedIn>();

export function identifySenders(scope: FastifyInstance, context: Context): void {
  scope.addHook('onRequest', async (request) => {
    if (request.method !== 'POST') return;
    const me = await sessionOf(context, request);
    if (!me) return;
    senders.set(request, me);
    request.isKnownSender = true;
  });
}

export const senderOf = (request: FastifyRequest): SignedIn | null => senders.get(request) ?? null;

/** The problem in words for the desk, as its pages and scripts show it. */
export async function inDeskTerms(
  context: Context,
  problem: Problem,
  request: FastifyRequest,
): Promise<Problem> {
  // Visitors get another error, because the size limit of their forms is far lower than that of writers' forms.
  if (problem.code === 'too_large' && !senderOf(request)) return new Problem('form_too_long');
  if (problem.code !== 'piece_not_found') return problem;
  const { id } = { id: '', ...Object(request.params) };
  const me = senderOf(request) ?? (await sessionOf(context, request));
  return missingPiece(context, me?.actor ?? null, String(id), problem);
}
