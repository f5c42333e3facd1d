// "Download my writing": everything of the writer's own, in one file.

import type { FastifyInstance } from 'fastify';
import { sessionOf } from '../../../http/pages/browser-session.ts';
import { seeOther } from '../../../http/pages/pages.ts';
import { resource } from '../../../http/resource.ts';
import { downloadWriting } from '../../../operations/download/download.ts';
import type { Context } from '../../../operations/operation.ts';
import { signInFor } from '../shared/page-context.ts';

export function download(scope: FastifyInstance, context: Context): void {
  resource(scope, '/desk/download', {
    GET: {
      async handler(request, reply) {
        const me = await sessionOf(context, request);
        if (!me) return seeOther(reply, signInFor(request));
        const { name, content } = await downloadWriting(context, me.actor);
        reply
          .header('cache-control', 'no-store')
          .header('content-disposition', `attachment; filename="${name}"`)
          .header('x-content-type-options', 'nosniff')
          .type('application/zip');
        // Whoever asks for the headers alone is not made to wait for the whole.
        return reply.send(request.method === 'HEAD' ? '' : content());
      },
    },
  });
}
