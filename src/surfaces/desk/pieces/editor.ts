// The editor's page: a plain form that works without script, which the editor's script enhances.

import type { FastifyInstance } from 'fastify';
import { assetUrl } from '../../../http/pages/assets.ts';
import { styleNonce } from '../../../http/pages/pages.ts';
import type { Context } from '../../../operations/operation.ts';
import { type DeskPiece, deskPiece } from '../../../operations/pieces/own-pieces.ts';
import {
  createDraft,
  savePiece,
  workingContentFrom,
} from '../../../operations/pieces/save-piece.ts';
import { ACTS, EDITABLE } from '../../../operations/publishing/state-table.ts';
import { type Html, html } from '../../../rendering/templates/html.ts';
import { NO_CARDS } from '../../../schemas/cards/cards.ts';
import { LIMITS } from '../../../schemas/limits.ts';
import { preview } from '../publish/publish.ts';
import { actLogged, DONE, statusChip, when } from '../shared/labels.ts';
import { csrfField, deskPage, doneWords } from '../shared/layout.ts';
import { actorOf, deskRoute, type GoTo, type PageContext, param } from '../shared/page-context.ts';
import { bodyFrom, pieceFields } from './content-form.ts';
import { pieceActions, publishLink } from './piece-actions.ts';
import { standing } from './piece-status.ts';

export function editor(scope: FastifyInstance, context: Context): void {
  deskRoute(scope, context, '/desk/edit/pieces/new', {
    access: 'writer',
    get: newPage,
    post: async (page) => {
      const content = workingContentFrom(bodyFrom(page.fields));
      const { id } = await createDraft(page.context, actorOf(page), content);
      return after(page, id);
    },
  });
  deskRoute(scope, context, '/desk/edit/pieces/:id', {
    access: 'writer',
    get: editPage,
    post: async (page) => {
      const id = param(page, 'id');
      const shown = Number(page.fields['version']);
      const content = workingContentFrom(bodyFrom(page.fields));
      await savePiece(page.context, actorOf(page), id, shown, content);
      return after(page, id);
    },
  });
}

/** "Save" stays; "Save and publish" goes on to the confirmation. */
const after = ({ fields }: PageContext, id: string): GoTo => ({
  goTo: `/desk/edit/pieces/${id}${fields['then'] === 'publish' ? '/publish' : '?saved=yes'}`,
});

async function newPage(page: PageContext): Promise<Html> {
  const { words } = ACTS[page.context.config.review ? 'submit' : 'publish'];
  return deskPage(page, {
    title: 'New piece',
    here: 'Pieces',
    content: html`<h1 class="page-label">New piece</h1>
<p class="inline-group" data-once-saved hidden>${statusChip('draft')}
<a class="muted" data-of-piece="versions" href="">Versions</a>
<a class="muted" data-of-piece="preview" href="">Private preview</a>
<a class="muted" data-of-piece="delete" href="">Delete</a></p>
${editorForm(
  page,
  {
    ...{ piece: 'new', version: 0, savedAt: '', cards: NO_CARDS, asksForCards: true },
    publish: html`<button name="then" value="publish" class="primary">${words.button}</button>`,
  },
  html`${await pieceFields(page, null)}
<div class="inline-group"><button name="then" value="stay">Save draft</button></div>`,
)}`,
  });
}

async function editPage(page: PageContext): Promise<Html> {
  const found = await deskPiece(page.context, actorOf(page), param(page, 'id'));
  const { piece, working } = found;
  return deskPage(page, {
    title: working.headline || 'Without a headline',
    here: 'Pieces',
    done: doneWords(page, { ...DONE, ...RESTORED }),
    content: html`${heading(found)}
${standing(page, found)}
${EDITABLE.includes(piece.status) ? await editForm(page, found) : await preview(working)}
${pieceActions(page, found)}
${log(page, found)}`,
  });
}

interface Editor {
  /** Its id, or `new`. */
  piece: string;
  version: number;
  savedAt: string;
  /** Of the version on the page, and whether others are asked for before anything is changed. */
  cards: string;
  asksForCards: boolean;
  publish: Html | null;
}

/**
 * A form that works by itself, with all that the script needs to make more of it. Its first button
 * is what Enter in a field presses, so it saves, and is not the one that leads to publishing.
 */
const editorForm = (
  page: PageContext,
  { piece, version, savedAt, cards, asksForCards, publish }: Editor,
  fields: Html,
) =>
  html`<form class="stack editor" method="post" data-editor data-piece="${piece}" data-version="${version}"
data-saved-at="${savedAt}" data-account="${actorOf(page).slug}" data-nonce="${styleNonce(page.request)}"
data-longest="${LIMITS.bodyMd}" data-cards="${cards}"${asksForCards && html` data-asks-for-cards`}>${csrfField(page)}
<button name="then" value="stay" hidden>Save</button>
<div class="editor-bar">
<p data-saved role="status">${savedAt && html`Saved ${when(savedAt, page.context.now())}`}</p>
<p class="muted" data-count></p>
<div class="inline-group"><span class="inline-group" data-modes></span>${publish}</div></div>
${fields}
</form>
<script type="module" src="${assetUrl('editor.js')}"></script>`;

const RESTORED = {
  restore: 'Restored as your working copy, a new version. Nothing else has changed.',
  restore_live: 'Restored. Your text is again what readers see: there is nothing to publish.',
  untrash: 'Restored from the trash, with all its versions.',
};

function heading({ piece, first }: DeskPiece): Html {
  const isAhead = piece.has_changes === 1;
  return html`<h1 class="page-label">Edit</h1>
<p class="inline-group">${statusChip(piece.status)}
${
  piece.status === 'approved' &&
  html`<span class="chip" data-ahead${!isAhead && html` hidden`}>Changes not published</span>`
}
<a class="muted" href="/desk/edit/pieces/${piece.id}/versions">Versions</a>
${
  first.saved_by_kind === 'key' &&
  html`<a class="machine"
href="/desk/edit/pieces/${piece.id}/machine">drafted by key “${first.saved_by_name}”</a>`
}</p>`;
}

async function editForm(page: PageContext, found: DeskPiece): Promise<Html> {
  const { piece, working } = found;
  const conflict = page.problem?.code === 'version_conflict';
  const version = conflict
    ? piece.working_version
    : Number(page.fields['version'] ?? working.number);
  return html`${conflict && newerText(working)}
${editorForm(
  page,
  {
    ...{ piece: piece.id, version, savedAt: working.saved_at, cards: working.cards },
    // What is public, as it is, stays as it is.
    asksForCards: piece.live_version === null || piece.has_changes === 1,
    publish: publishLink(page, found),
  },
  html`<input type="hidden" name="version" value="${version}">
${await pieceFields(page, working)}
<div class="inline-group"><button name="then" value="stay">${conflict ? 'Save mine over it' : 'Save'}</button></div>`,
)}`;
}

/** Both texts, and a choice: nothing is overwritten unseen. */
const newerText = (working: DeskPiece['working']) => html`<section class="notice">
<p>Saved elsewhere in the meantime: <strong>${working.headline}</strong></p>
<pre>${working.body_md}</pre>
<p>Below is what you typed. Save it over the newer text, or <a href="">use the newer text</a>.</p>
</section>`;

const movedBy = ({ by_kind, by_name }: DeskPiece['moves'][number]) =>
  by_kind === 'key' ? html`<span class="machine">key “${by_name}”</span>` : by_name;

const log = ({ context }: PageContext, { moves }: DeskPiece) => html`<h2>History</h2>
<ul class="entry-list">${moves.toReversed().map(
  (move) => html`<li><span>${actLogged(move.act)} by ${movedBy(move)}</span>
<div class="entry-side muted">${when(move.at, context.now())}</div>
${move.note && html`<p>“${move.note}”</p>`}</li>`,
)}</ul>`;
