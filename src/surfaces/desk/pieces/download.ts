// "Download my writing": all of the writer's pieces in one file.

import { seeOther } from '../../../http/pages/pages.ts';
import { sessionOf } from '../../../http/pages/session-cookie.ts';
import { resource } from '../../../http/resource.ts';
import { downloadWriting } from '../../../operations/download/download.ts';
import { type Desk, signInFor } from '../shared/page-context.ts';

export function download({ scope, context }: Desk): void {
  resource(scope, '/desk/download', {
    GET: {
      async handler(request, reply) {
        const me = await sessionOf(context, request);
        if (!me) return seeOther(reply, signInFor(request));
        const { name, content } = await downloadWriting(context, me.actor);
        reply
          .header('cache-control', 'no-store')
          .header('content-disposition', `attachment; filename="${name}"`)
          .type('application/zip');
        // A response to HEAD must not wait for the whole archive.
        return reply.send(request.method === 'HEAD' ? '' : content());
      },
    },
  });
}
