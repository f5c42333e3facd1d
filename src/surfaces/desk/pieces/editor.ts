// Writing a piece: a plain form that works without script, and that the editor makes more of.

import type { FastifyInstance } from 'fastify';
import { assetUrl } from '../../../http/pages/assets.ts';
import { styleNonce } from '../../../http/pages/pages.ts';
import type { Context } from '../../../operations/operation.ts';
import { createDraft, savePiece, workingContentFrom } from '../../../operations/pieces/drafts.ts';
import { type DeskPiece, deskPiece, ownTags } from '../../../operations/pieces/own-pieces.ts';
import { EDITABLE } from '../../../operations/publishing/state-table.ts';
import { type Html, html } from '../../../rendering/templates/html.ts';
import { LIMITS } from '../../../schemas/limits.ts';
import { CATEGORIES, FRAMES } from '../../../schemas/vocabulary.ts';
import { preview } from '../publish/publish.ts';
import { areaField, choiceField, textField } from '../shared/form-fields.ts';
import { actDone, statusChip, when } from '../shared/labels.ts';
import { csrfField, deskPage, doneNotice } from '../shared/layout.ts';
import { actorOf, deskRoute, type GoTo, type PageContext, param } from '../shared/page-context.ts';
import { pieceActions, publishLink } from './piece-actions.ts';
import { standing } from './piece-status.ts';

export function editor(scope: FastifyInstance, context: Context): void {
  deskRoute(scope, context, '/desk/edit/pieces/new', {
    access: 'writer',
    get: newPage,
    post: async (page) => {
      const content = workingContentFrom(bodyFrom(page));
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
      const content = workingContentFrom(bodyFrom(page));
      await savePiece(page.context, actorOf(page), id, shown, content);
      return after(page, id);
    },
  });
}

/** "Save" stays; "Save and publish" goes on to the confirmation. */
const after = ({ fields }: PageContext, id: string): GoTo => ({
  goTo: `/desk/edit/pieces/${id}${fields['then'] === 'publish' ? '/publish' : '?saved=yes'}`,
});

/** The form as the write API would be sent it. */
function bodyFrom({ fields }: PageContext) {
  const tags = (fields['tags'] ?? '').split(',').map((tag) => tag.trim());
  return {
    headline: fields['headline'] ?? '',
    sub: fields['sub']?.trim() ? fields['sub'] : null,
    body_md: fields['body_md'] ?? '',
    category: fields['category'],
    tags: tags.filter((tag) => tag !== ''),
    frame: fields['frame'],
    style: fields['style']?.trim() || 'essay',
    locale: fields['locale']?.trim() || 'en',
    external_url: fields['external_url']?.trim() || null,
  };
}

async function newPage(page: PageContext): Promise<Html> {
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
    ...{ piece: 'new', version: 0, savedAt: '' },
    publish: html`<button name="then" value="publish" class="primary">${
      page.context.config.review ? 'Submit for review' : 'Publish'
    }</button>`,
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
    content: html`${doneNotice(page, DONE)}
${heading(found)}
${standing(page, found)}
${EDITABLE.includes(piece.status) ? await editForm(page, found) : await notEditable(found)}
${pieceActions(page, found)}
${log(page, found)}`,
  });
}

interface Editor {
  /** Its id, or `new`. */
  piece: string;
  version: number;
  savedAt: string;
  publish: Html | null;
}

/**
 * A form that works by itself, with all that the script needs to make more of it. Its first button
 * is what Enter in a field presses, so it saves, and is not the one that leads to publishing.
 */
const editorForm = (
  page: PageContext,
  { piece, version, savedAt, publish }: Editor,
  fields: Html,
) =>
  html`<form class="stack editor" method="post" data-editor data-piece="${piece}" data-version="${version}"
data-saved-at="${savedAt}" data-account="${actorOf(page).slug}" data-nonce="${styleNonce(page.request)}"
data-longest="${LIMITS.bodyMd}">${csrfField(page)}
<button name="then" value="stay" hidden>Save</button>
<div class="editor-bar">
<p data-saved role="status">${savedAt && html`Saved ${when(savedAt, page.context.now())}`}</p>
<p class="muted" data-count></p>
<div class="inline-group"><span class="inline-group" data-modes></span>${publish}</div></div>
${fields}
</form>
<script type="module" src="${assetUrl('editor.js')}"></script>`;

const DONE: { readonly [act: string]: string } = {
  publish: 'Published. Readers can see it now.',
  publish_changes: 'Your changes are published. Readers see them now.',
  submit: 'Submitted. An admin will look at it.',
  withdraw: 'Withdrawn. It is a draft again.',
  reopen: 'Reopened. It is a draft again.',
  unpublish: 'Unpublished. Its address now answers “404 Not Found”; you keep it as a draft.',
  restore: 'Restored as your working copy, a new version. Nothing else has changed.',
};

function heading({ piece, first }: DeskPiece): Html {
  const isAhead = piece.status === 'approved' && piece.live_version !== piece.working_version;
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
  { piece: piece.id, version, savedAt: working.saved_at, publish: publishLink(page, found) },
  html`<input type="hidden" name="version" value="${version}">
${await pieceFields(page, working)}
<div class="inline-group"><button name="then" value="stay">${conflict ? 'Save mine over it' : 'Save'}</button></div>`,
)}`;
}

/** Both texts, and a choice: nothing is overwritten unseen. */
const newerText = (working: DeskPiece['working']) => html`<section class="notice">
<p>Saved meanwhile, elsewhere: <strong>${working.headline}</strong></p>
<pre>${working.body_md}</pre>
<p>Below is what you typed. Save it over the newer text, or <a href="">take the newer text</a>.</p>
</section>`;

async function pieceFields(page: PageContext, version: DeskPiece['working'] | null): Promise<Html> {
  const tags: string[] = version ? JSON.parse(version.tags) : [];
  const own = await ownTags(page.context, actorOf(page));
  const named = (values: readonly string[]) =>
    values.map((value) => [value, value.replace('_', ' and ')] as const);
  return html`${areaField(page, {
    name: 'headline',
    label: 'Headline',
    rows: 1,
    className: 'headline',
    value: version?.headline,
    maxLength: LIMITS.headline,
  })}
${areaField(page, {
  name: 'sub',
  label: 'Standfirst',
  rows: 2,
  className: 'sub',
  value: version?.sub,
  maxLength: LIMITS.sub,
  hint: 'The line under the headline that says why to read on.',
})}
${areaField(page, { name: 'body_md', label: 'Text', rows: 24, className: 'body', value: version?.body_md })}
<div class="field-grid">
${choiceField(page, {
  name: 'category',
  label: 'Category',
  value: version?.category ?? 'building',
  options: named(CATEGORIES),
})}
${textField(page, {
  name: 'tags',
  label: 'Tags',
  value: tags.join(', '),
  data: { own: JSON.stringify(own) },
  hint: `Up to ${LIMITS.tags}, divided by commas.`,
})}
${choiceField(page, {
  name: 'frame',
  label: 'Frame',
  value: version?.frame ?? 'lesson',
  options: named(FRAMES),
  hint: 'The way it is told.',
})}
${textField(page, {
  name: 'style',
  label: 'Style',
  value: version?.style ?? 'essay',
  maxLength: LIMITS.style,
  hint: 'A word for its form, such as essay or interview.',
})}
${textField(page, {
  name: 'locale',
  label: 'Language',
  value: version?.locale ?? 'en',
  hint: 'Such as en, de or pt-BR.',
})}
${textField(page, {
  name: 'external_url',
  label: 'Original address',
  type: 'url',
  value: version?.external_url,
  hint: 'Where it first appeared, if elsewhere.',
})}
</div>`;
}

const notEditable = async ({ piece, working }: DeskPiece) =>
  html`<p class="notice">${
    piece.status === 'pending'
      ? 'An admin is looking at this piece. Withdraw it to go on writing.'
      : 'Reopen this piece to go on writing.'
  }</p>
${await preview(working)}`;

const log = ({ context }: PageContext, { moves }: DeskPiece) => html`<h2>What happened</h2>
<ul class="entry-list">${moves.toReversed().map(
  (move) => html`<li><span>${actDone(move.act)} by ${
    move.by_kind === 'key' ? html`<span class="machine">key “${move.by_name}”</span>` : move.by_name
  }</span>
<div class="entry-side muted">${when(move.at, context.now())}</div>${move.note && html`<p>“${move.note}”</p>`}</li>`,
)}</ul>`;
