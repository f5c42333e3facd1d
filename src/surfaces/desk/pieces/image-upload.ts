// Where the editor's script sends an image for a piece, and gets its URL back.

import type { FastifyInstance } from 'fastify';
import { Problem } from '../../../errors.ts';
import { problemFor, sendProblem } from '../../../http/error-responses.ts';
import { limiter } from '../../../http/limits/rate-limits.ts';
import { requireOwnForm, sessionOf } from '../../../http/pages/browser-session.ts';
import { fileOf } from '../../../http/pages/uploads.ts';
import { resource } from '../../../http/resource.ts';
import type { SignedIn } from '../../../operations/accounts/sessions.ts';
import { saveImage } from '../../../operations/images/images.ts';
import type { Context } from '../../../operations/operation.ts';
import { deskPiece } from '../../../operations/pieces/own-pieces.ts';
import { RATES } from '../../../schemas/limits.ts';

export function images(scope: FastifyInstance, context: Context): void {
  scope.register(async (calls) => {
    // A script asks here: it gets the error body, not a page.
    calls.setErrorHandler((error, request, reply) =>
      sendProblem(request, reply, inImageTerms(problemFor(error, context.store)), error),
    );
    const writers = new WeakMap<object, SignedIn>();
    const limits = limiter(
      calls,
      context.config,
      RATES.upload,
      (request) => writers.get(request)?.actor.accountId ?? '',
    );
    resource(calls, '/desk/edit/pieces/:id/pictures', {
      POST: {
        // Before the body is read: nobody else gets ten megabytes of our memory.
        onRequest: [
          async (request) => {
            const me = await sessionOf(context, request);
            if (!me) throw new Problem('session_over');
            writers.set(request, me);
          },
        ],
        async handler(request, reply) {
          const me = writers.get(request);
          if (!me) throw new Problem('session_over');
          await requireOwnForm(context, request);
          for (const limit of limits) await limit(request, reply);
          const { id } = { id: '', ...Object(request.params) };
          await deskPiece(context, me.actor, String(id));
          const file = fileOf(request, 'file');
          if (!file) throw new Problem('no_image');
          const kept = await saveImage(context, me.actor, file);
          return reply.header('cache-control', 'no-store').send({ ok: true, ...kept });
        },
      },
    });
  });
}

/** An image sent as a bare body, and not in a form; or a file that is too large to be one. */
function inImageTerms(problem: Problem): Problem {
  if (problem.code === 'unsupported_type') return new Problem('no_image');
  return problem.code === 'file_too_large' ? new Problem('image_too_large') : problem;
}
