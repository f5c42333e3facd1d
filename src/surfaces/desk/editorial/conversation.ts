// The conversation about a piece: its notes in one thread, open proposals, and the form that asks for a revision.

import { askForRevision } from '../../../operations/editorial/ask-for-revision.ts';
import { type Conversation, conversationOn } from '../../../operations/editorial/conversation.ts';
import { takenWords } from '../../../operations/editorial/proposals.ts';
import { type DeskPiece, deskPiece } from '../../../operations/pieces/own-pieces.ts';
import { EDITABLE } from '../../../operations/states/state-table.ts';
import { type Html, html } from '../../../rendering/templates/html.ts';
import { when } from '../shared/labels.ts';
import { csrfField, deskPage, doneWords } from '../shared/layout.ts';
import { actorOf, type Desk, type PageContext, param } from '../shared/page-context.ts';
import { deedFrom, NOTE_DONE, noteFrom } from './note-input.ts';
import { noteForm, threadList } from './thread.ts';

const DONE = {
  ...NOTE_DONE,
  revision:
    'Requested. The piece is waiting for a revision, and your webhook is notified if you chose that.',
};

const base = (id: string) => `/desk/edit/pieces/${id}`;

export function conversation(desk: Desk): void {
  const route = (path: string, post: (page: PageContext) => Promise<string>) =>
    desk.writer(`/desk/edit/pieces/:id${path}`, conversationPage, async (page) => ({
      goTo: back(page, await post(page)),
    }));
  route('/conversation', async (page) => {
    await noteFrom(page);
    return 'note';
  });
  route('/conversation/:note', deedFrom);
  route('/revision', async (page) => {
    await askForRevision(page.context, actorOf(page), param(page, 'id'));
    return 'revision';
  });
}

/** Returns to the text if the form was next to it. */
function back(page: PageContext, done: string): string {
  const rest = page.fields['from'] === 'editor' ? '' : '/conversation';
  return `${base(param(page, 'id'))}${rest}?done=${done}#thread`;
}

export const CONVERSATION_DONE = DONE;

async function conversationPage(page: PageContext): Promise<Html> {
  const found = await deskPiece(page.context, actorOf(page), param(page, 'id'));
  const said = await conversationOn(page.context, found);
  const { piece, working } = found;
  return deskPage(page, {
    title: `Conversation: ${working.headline || 'Untitled'}`,
    here: 'Pieces',
    done: doneWords(page, DONE),
    content: html`<h1>Conversation</h1>
<p class="standfirst">What you, your programs and reviewers say about
<a href="${base(piece.id)}">${working.headline || 'this piece'}</a>. Readers never see it.</p>
${proposalLinks(found, said)}
${threadSection(page, found, said, 'conversation')}
<p class="inline-group back-links"><a href="${base(piece.id)}">Back to the text</a>
<a href="${base(piece.id)}/proposals">Proposals</a></p>`,
  });
}

export const proposalLinks = (
  { piece }: DeskPiece,
  { proposals }: Pick<Conversation, 'proposals'>,
): Html | null =>
  proposals.length === 0
    ? null
    : html`<section class="notice proposal-links" aria-label="Proposals">${proposals.map((each) =>
        proposalLink(piece.id, each),
      )}</section>`;

const proposalLink = (pieceId: string, proposal: Conversation['proposals'][number]) =>
  html`<p><span class="machine">${
    proposal.key_kind === 'app' ? 'App' : 'Key'
  } “${proposal.key_name}”</span> proposes changes${takenPart(proposal)}.
<a href="${base(pieceId)}/proposals/${proposal.id}">Look at proposal ${proposal.number}</a></p>`;

function takenPart(proposal: Conversation['proposals'][number]): string {
  const words = takenWords(proposal);
  return words && ` (${words})`;
}

const HINT =
  'Mark words in the text, or paste them here exactly as they are in the text. Leave this empty for a note about ' +
  'the whole piece.';

export const threadSection = (
  page: PageContext,
  found: DeskPiece,
  said: Conversation,
  from: 'editor' | 'conversation',
): Html => {
  const action = `${base(found.piece.id)}/conversation`;
  const place = { action, from, version: found.working.number };
  return html`<section class="conversation" id="thread" aria-labelledby="thread-title">
<h2 id="thread-title">Notes</h2>
${threadList(page, place, said.threads)}
<details class="new-note" data-new-note${(from === 'conversation' || page.problem) && html` open`}>
<summary>Write a note</summary>${noteForm(page, place, HINT)}</details>
${said.hasMachine && asking(page, found, from)}</section>`;
};

function asking(page: PageContext, { piece }: DeskPiece, from: string): Html | null {
  if (!EDITABLE.includes(piece.status)) return null;
  const asked = piece.revision_asked_at;
  return html`<form class="stack ask-machine" method="post" action="${base(piece.id)}/revision">${csrfField(page)}
<input type="hidden" name="from" value="${from}">
${
  asked
    ? html`<p>Waiting for a revision since ${when(asked, page.context.now())}.</p>`
    : html`<p class="muted">The program that drafted this piece can read your open notes. Nothing becomes public.</p>`
}
<div class="inline-group"><button>${asked ? 'Ask again' : 'Ask the machine to revise'}</button></div></form>`;
}
