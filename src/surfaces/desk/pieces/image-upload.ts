// Request with which the editor's script uploads an image for a piece.

import { Problem } from '../../../errors.ts';
import { problemFor, sendProblem } from '../../../http/error-responses.ts';
import { limiter } from '../../../http/limits/rate-limits.ts';
import { requireCsrfToken } from '../../../http/pages/csrf.ts';
import { forPeople } from '../../../http/pages/try-again.ts';
import { imageOf } from '../../../http/pages/uploads.ts';
import { resource } from '../../../http/resource.ts';
import { saveImage } from '../../../operations/images/images.ts';
import { deskPiece } from '../../../operations/pieces/own-pieces.ts';
import { IMAGE_LIMITS } from '../../../schemas/images/image-limits.ts';
import { RATES } from '../../../schemas/requests/rates.ts';
import type { Desk } from '../shared/page-context.ts';
import { writerOf } from '../shared/script-calls.ts';

export function images({ scope, context }: Desk): void {
  scope.register(async (calls) => {
    // Errors are sent as JSON, because a script reads them.
    calls.setErrorHandler((error, request, reply) => {
      const problem = forPeople(inImageTerms(problemFor(error, context.store)), reply);
      return sendProblem(request, reply, problem, error);
    });
    const limits = limiter(
      calls,
      context.config,
      RATES.upload,
      (request) => writerOf(request).actor.accountId,
    );
    resource(calls, '/desk/edit/pieces/:id/pictures', {
      POST: {
        // Access is checked before the body is read, so that strangers can't fill the memory with large uploads.
        onRequest: [async (request) => void writerOf(request)],
        config: { uploadBytes: IMAGE_LIMITS.uploadBytes },
        async handler(request, reply) {
          const me = writerOf(request);
          await requireCsrfToken(context, request);
          for (const limit of limits) await limit(request, reply);
          const { id } = { id: '', ...Object(request.params) };
          await deskPiece(context, me.actor, String(id));
          const file = imageOf(request, 'file');
          if (!file) throw new Problem('no_image');
          const kept = await saveImage(context, me.actor, file);
          return reply.header('cache-control', 'no-store').send({ ok: true, ...kept });
        },
      },
    });
  });
}

/** An unsupported type means that the image was sent as a raw body instead of in a form. */
const inImageTerms = (problem: Problem): Problem =>
  problem.code === 'unsupported_type' ? new Problem('no_image') : problem;
