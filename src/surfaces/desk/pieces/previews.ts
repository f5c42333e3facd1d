// The private preview of a piece: a link to share, and to revoke.

import { assetUrl } from '../../../http/pages/assets.ts';
import { deskPiece } from '../../../operations/pieces/own-pieces.ts';
import {
  makePreview,
  type Preview,
  previewUrl,
  revokePreview,
} from '../../../operations/pieces/previews.ts';
import { type Html, html } from '../../../rendering/templates/html.ts';
import { when } from '../shared/labels.ts';
import { csrfField, deskPage, doneWords } from '../shared/layout.ts';
import { actorOf, type Desk, type PageContext, param } from '../shared/page-context.ts';

export function previews(desk: Desk): void {
  const acts = [
    { path: '', act: makePreview, done: 'made' },
    { path: '/withdraw', act: revokePreview, done: 'withdrawn' },
  ] as const;
  for (const { path, act, done } of acts) {
    desk.writer(`/desk/edit/pieces/:id/preview${path}`, previewPage, async (page) => {
      const { piece } = await deskPiece(page.context, actorOf(page), param(page, 'id'));
      const hadOne = (await previewUrl(page.context, piece.id)) !== null;
      await act(page.context, actorOf(page), piece.id);
      const notice = done === 'made' && hadOne ? 'replaced' : done;
      return { goTo: `/desk/edit/pieces/${piece.id}/preview?done=${notice}` };
    });
  }
}

const DONE: { readonly [done: string]: string } = {
  made: 'Your private link is ready. Anyone who has it can read the piece.',
  replaced: 'You have a new private link. The old one no longer works.',
  withdrawn: 'The private link has been revoked and no longer works.',
};

async function previewPage(page: PageContext): Promise<Html> {
  const { piece, working } = await deskPiece(page.context, actorOf(page), param(page, 'id'));
  const base = `/desk/edit/pieces/${piece.id}`;
  const preview = await previewUrl(page.context, piece.id);
  return deskPage(page, {
    title: `Private preview: ${working.headline || 'Untitled'}`,
    here: 'Pieces',
    done: doneWords(page, DONE),
    content: html`<h1>Private preview</h1>
<p class="standfirst">Let someone read <a href="${base}">${working.headline || 'this piece'}</a> before it’s public.
Anyone with the link sees your working copy as it is when they open it. Search engines aren’t told about it.</p>
${preview ? shared(page, base, preview) : notShared(page, base)}
<p class="back-links"><a href="${base}">Back to the text</a></p>`,
  });
}

const notShared = (page: PageContext, base: string) =>
  html`<form class="inline-group" method="post" action="${base}/preview">${csrfField(page)}
<button>Create a private link</button></form>`;

const shared = (
  page: PageContext,
  base: string,
  { url, made_at }: Preview,
) => html`<div class="stack"><div><label for="preview-url">Private link</label>
<input id="preview-url" class="url" readonly value="${url}">
<p class="hint">Created ${when(made_at, page.context.now())}. <a href="${url}" rel="noreferrer">Open it</a></p></div>
<div class="inline-group" data-copy="preview-url" hidden>
<button type="button">Copy link</button><span role="status"></span></div>
<script type="module" src="${assetUrl('copy-button.js')}"></script>
<div class="inline-group">
<form method="post" action="${base}/preview/withdraw">${csrfField(page)}<button>Revoke</button></form>
<form method="post" action="${base}/preview">${csrfField(page)}<button>Create a new link</button></form>
<span class="muted">Either way, this link stops working immediately.</span></div></div>`;
