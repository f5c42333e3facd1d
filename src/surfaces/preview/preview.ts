// /preview/{token}: the private preview of a working copy, for people with the link. Nothing is published.

import type { FastifyInstance } from 'fastify';
import { problemFor, tell } from '../../http/error-responses.ts';
import { limitReads } from '../../http/limits/read-rate-limit.ts';
import { assetUrl } from '../../http/pages/assets.ts';
import { sendSecretPage } from '../../http/pages/pages.ts';
import { iconLinks } from '../../http/pages/site-icon.ts';
import { resource } from '../../http/resource.ts';
import { storeNothing } from '../../http/security-headers.ts';
import type { Identity } from '../../operations/identity/identity.ts';
import { withPreviewImages } from '../../operations/images/preview-images.ts';
import type { Context } from '../../operations/operation.ts';
import { openPreview } from '../../operations/pieces/previews.ts';
import { articleOf } from '../../rendering/article.ts';
import { type Html, html, trusted } from '../../rendering/templates/html.ts';

export async function preview(scope: FastifyInstance, context: Context): Promise<void> {
  storeNothing(scope);
  limitReads(scope);
  const { identity } = context;
  scope.setErrorHandler((error, request, reply) => {
    const problem = problemFor(error, context.store);
    tell(request, reply, problem, error);
    const title = problem.status === 503 ? 'Temporarily unavailable' : 'Preview not found';
    const content = html`<h1>${problem.reason}</h1>`;
    return sendSecretPage(reply, page(identity.current, title, content), problem.status);
  });
  resource(scope, '/preview/:token', {
    GET: {
      async handler(request, reply) {
        const { token } = { token: '', ...Object(request.params) };
        const found = await openPreview(context, String(token));
        const { author_name, ...version } = found;
        const article = await articleOf(version, author_name);
        const shown = await withPreviewImages(context, found, String(token), article.text);
        const content = html`<p class="notice">This is a private preview of a working copy by ${author_name}. It may
still change.</p>
<div class="preview">${trusted(shown)}</div>`;
        return sendSecretPage(
          reply,
          page(identity.current, version.headline || 'Preview', content),
        );
      },
    },
  });
}

const page = (identity: Identity, title: string, content: Html) => html`<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow, noarchive">
<title>${title} · ${identity.name}</title>
${iconLinks(identity)}
<link rel="stylesheet" href="${assetUrl('desk.css')}">
</head>
<body>
<header class="masthead"><div><span class="wordmark">${identity.name}</span></div></header>
<main>
${content}
</main>
</body>
</html>`;
