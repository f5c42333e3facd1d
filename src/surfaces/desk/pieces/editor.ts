// The editor's page: a plain form that works without script and that the editor's script enhances.

import { Problem } from '../../../errors.ts';
import { assetUrl } from '../../../http/pages/assets.ts';
import { styleNonce } from '../../../http/pages/pages.ts';
import { type Conversation, conversationOn } from '../../../operations/editorial/conversation.ts';
import { type DeskPiece, deskPiece } from '../../../operations/pieces/own-pieces.ts';
import {
  createDraft,
  savePiece,
  workingContentFrom,
} from '../../../operations/pieces/saving/save-piece.ts';
import { ACTS, EDITABLE } from '../../../operations/states/state-table.ts';
import { type Html, html } from '../../../rendering/templates/html.ts';
import { NO_CARDS } from '../../../schemas/cards/cards.ts';
import { PIECE_LIMITS } from '../../../schemas/piece-limits.ts';
import { isProgram } from '../../../schemas/vocabulary.ts';
import { CONVERSATION_DONE, proposalLinks, threadSection } from '../editorial/conversation.ts';
import { seriesDetail, seriesForm } from '../series/piece-series.ts';
import { actLogged, DONE, statusChip, when } from '../shared/labels.ts';
import { csrfField, deskPage, doneWords } from '../shared/layout.ts';
import { actorOf, type Desk, type GoTo, type PageContext, param } from '../shared/page-context.ts';
import { pieceActions, publishLink } from '../shared/piece-actions.ts';
import { preview } from '../shared/preview.ts';
import { bodyFrom, pieceFields } from './content-form.ts';
import { newerText } from './newer-text.ts';
import { standing } from './piece-status.ts';

export function editor(desk: Desk): void {
  desk.writer('/desk/edit/pieces/new', newPage, async (page) => {
    requireWords(page);
    const content = workingContentFrom(bodyFrom(page.fields), page.context.config.baseUrl);
    const { id } = await createDraft(page.context, actorOf(page), content);
    return after(page, id);
  });
  desk.writer('/desk/edit/pieces/:id', editPage, async (page) => {
    const id = param(page, 'id');
    const shown = Number(page.fields['version']);
    const content = workingContentFrom(bodyFrom(page.fields), page.context.config.baseUrl);
    await savePiece(page.context, actorOf(page), id, shown, content);
    return after(page, id);
  });
}

/** Publishing a page without text is refused, because it would leave an empty draft behind. */
function requireWords({ fields }: PageContext): void {
  const words = ['headline', 'sub', 'body_md'].map((name) => fields[name] ?? '').join('');
  if (fields['then'] !== 'publish' || words.trim() !== '') return;
  const reason = 'Nothing to publish yet. Write a headline first.';
  throw new Problem('invalid_input', { errors: [{ field: 'headline', reason }] });
}

/** "Save" returns to the editor; "Save and publish" leads to the confirmation. */
const after = ({ fields }: PageContext, id: string): GoTo => ({
  goTo: `/desk/edit/pieces/${id}${fields['then'] === 'publish' ? '/publish' : '?saved=yes'}`,
});

async function newPage(page: PageContext): Promise<Html> {
  const { words } = ACTS[page.context.config.review ? 'submit' : 'publish'];
  const publish = html`<button form="${FORM}" name="then" value="publish" class="primary">${words.button}</button>`;
  return deskPage(page, {
    title: 'New piece',
    here: 'Pieces',
    content: html`<h1 class="visually-hidden">New piece</h1>
${editorBar(page, { savedAt: '', chip: null, publish }, ONCE_SAVED)}
<div class="editor-column">${editorForm(
      page,
      { piece: 'new', version: 0, savedAt: '', cards: NO_CARDS, asksForCards: true },
      html`${await pieceFields(page, null, await seriesDetail(page, null))}
<div class="inline-group"><button name="then" value="stay">Save draft</button></div>`,
    )}</div>`,
  });
}

const ONCE_SAVED = html`<p class="hint" data-until-saved>Versions, the private preview and Delete will be here
once the piece is saved.</p>
<p class="inline-group" data-once-saved hidden><a data-of-piece="versions" href="">Versions</a>
<a data-of-piece="preview" href="">Private preview</a>
<a data-of-piece="delete" href="">Delete</a></p>`;

async function editPage(page: PageContext): Promise<Html> {
  const found = await deskPiece(page.context, actorOf(page), param(page, 'id'));
  const { piece, working } = found;
  const isEditable = EDITABLE.includes(piece.status);
  return deskPage(page, {
    title: working.headline || 'Untitled',
    here: 'Pieces',
    done: doneWords(page, { ...DONE, ...RESTORED, ...CONVERSATION_DONE }),
    content: isEditable ? await editable(page, found) : await notEditable(page, found),
  });
}

/** Editor of a piece: a reviewer's note is above the text, the public URL is in the menu. */
async function editable(page: PageContext, found: DeskPiece): Promise<Html> {
  const { piece, working } = found;
  const isPublic = piece.status === 'approved';
  const said = await conversationOn(page.context, found);
  const bar = {
    savedAt: working.saved_at,
    chip: statusChip(piece.status),
    publish: publishLink(page, found),
  };
  return html`<h1 class="visually-hidden">Edit</h1>
${editorBar(
  page,
  bar,
  html`${isPublic && standing(page, found)}
<p class="inline-group">${origins(found)}</p>
${pieceActions(page, found)}`,
)}
<div class="editor-desk">
<div class="editor-column">${!isPublic && standing(page, found)}
${proposalLinks(found, said)}
${await editForm(page, found)}
${seriesForm(page, found)}
<div class="history">${log(page, found)}</div></div>
${isDiscussed(said) && html`<aside class="editor-aside">${thread(page, found, said)}</aside>`}</div>`;
}

/** Errors of the text's form are not shown in the thread's forms. */
const thread = (page: PageContext, found: DeskPiece, said: Conversation) =>
  threadSection({ ...page, fields: {}, problem: null }, found, said, 'editor');

/** The text has the whole page if there are no notes and no program that could answer them. */
const isDiscussed = ({ threads, hasMachine }: Conversation) => hasMachine || threads.length > 0;

const FORM = 'piece-form';

interface Bar {
  savedAt: string;
  chip: Html | null;
  publish: Html | null;
}

/** The bar is outside the editor's form, because its menu contains forms. */
const editorBar = (page: PageContext, { savedAt, chip, publish }: Bar, menu: Html) =>
  html`<div class="editor-bar">
<a class="back" href="/desk"><span aria-hidden="true">←</span> <span>Desk</span></a>
${chip}
<p data-saved>${savedAt && html`Saved ${when(savedAt, page.context.now())}`}</p>
<p class="visually-hidden" role="status" data-announced></p>
<p class="muted" data-count></p>
<div class="inline-group"><span class="inline-group" data-modes></span>${publish}
<details class="more"><summary>More</summary><div class="more-panel">${menu}</div></details></div></div>`;

interface Editor {
  /** Id of the piece, or `new`. */
  piece: string;
  version: number;
  savedAt: string;
  cards: string;
  asksForCards: boolean;
}

/** Editor's form, which works without script. Enter in a field presses the first button, so that one must save. */
const editorForm = (
  page: PageContext,
  { piece, version, savedAt, cards, asksForCards }: Editor,
  fields: Html,
) =>
  html`<form class="editor" id="${FORM}" method="post" data-editor data-piece="${piece}" data-version="${version}"
data-saved-at="${savedAt}" data-account="${actorOf(page).accountId}"
data-account-name="${page.me?.name}" data-nonce="${styleNonce(page.request)}"
data-longest="${PIECE_LIMITS.bodyMd}" data-cards="${cards}"${asksForCards && html` data-asks-for-cards`}${
    page.problem && html` data-refused`
  }>${csrfField(page)}
<button name="then" value="stay" hidden>Save</button>
${fields}
</form>
<script type="module" src="${assetUrl('editor.js')}"></script>`;

const RESTORED = {
  restore: 'Restored as your working copy, a new version. Nothing else has changed.',
  restore_live: 'Restored. Your text is again what readers see: there is nothing to publish.',
  untrash: 'Restored from the trash, with all its versions.',
  taken: 'Taken as your working copy, a new version. Nothing is published.',
};

function origins({ piece, first }: DeskPiece): Html {
  const isAhead = piece.has_changes === 1;
  return html`${
    piece.status === 'approved' &&
    html`<span class="chip" data-ahead${!isAhead && html` hidden`}>Changes not published</span>`
  }
<a class="muted" href="/desk/edit/pieces/${piece.id}/versions">Versions</a>
${
  isProgram(first.saved_by_kind) &&
  html`<a class="machine"
href="/desk/edit/pieces/${piece.id}/machine">drafted by ${first.saved_by_kind} “${first.saved_by_name}”</a>`
}`;
}

async function editForm(page: PageContext, found: DeskPiece): Promise<Html> {
  const { piece, working } = found;
  const conflict = page.problem?.code === 'version_conflict';
  const version = conflict
    ? piece.working_version
    : Number(page.fields['version'] ?? working.number);
  const newer = conflict ? await newerText(page, found) : null;
  return html`${newer?.notice}
${editorForm(
  page,
  {
    ...{ piece: piece.id, version, savedAt: working.saved_at, cards: working.cards },
    // Cards aren't fetched for a public piece without changes, which keeps the ones it has.
    asksForCards: piece.live_version === null || piece.has_changes === 1,
  },
  html`<input type="hidden" name="version" value="${version}">
${await pieceFields(newer?.page ?? page, working, await seriesDetail(page, found))}
<div class="inline-group"><button name="then" value="stay">${newer?.button ?? 'Save'}</button></div>`,
)}`;
}

async function notEditable(page: PageContext, found: DeskPiece): Promise<Html> {
  const said = await conversationOn(page.context, found);
  return html`<h1 class="page-label">Edit</h1>
<p class="inline-group">${statusChip(found.piece.status)}${origins(found)}</p>
${standing(page, found)}
${proposalLinks(found, said)}
${await preview(found.working)}
${isDiscussed(said) && thread(page, found, said)}
${pieceActions(page, found)}
${log(page, found)}`;
}

const movedBy = ({ by_kind, by_name }: DeskPiece['moves'][number]) =>
  isProgram(by_kind) ? html`<span class="machine">${by_kind} “${by_name}”</span>` : by_name;

const log = ({ context }: PageContext, { moves }: DeskPiece) => html`<h2>History</h2>
<ul class="entry-list">${moves.toReversed().map(
  (move) => html`<li><span>${actLogged(move.act)} by ${movedBy(move)}</span>
<div class="entry-side muted">${when(move.at, context.now())}</div>
${move.note && html`<p>“${move.note}”</p>`}</li>`,
)}</ul>`;
