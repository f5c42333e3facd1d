// Proposals of keys: the list, and a comparison of one with the working copy, to accept all, some or none of it.

import { Problem } from '../../../errors.ts';
import {
  listProposals,
  type ProposalNote,
  takenWords,
} from '../../../operations/editorial/proposals.ts';
import {
  declineProposal,
  type ShownProposal,
  shownProposal,
  takeProposal,
} from '../../../operations/editorial/take-proposal.ts';
import { compare } from '../../../rendering/on-thread/compare.ts';
import { type Html, html } from '../../../rendering/templates/html.ts';
import { CONTENT_FIELDS } from '../../../schemas/content-fields.ts';
import { coverLines } from '../../../schemas/images/covers.ts';
import type { ProposalStatus } from '../../../schemas/vocabulary.ts';
import { comparison, marked, visible } from '../shared/comparison.ts';
import { when } from '../shared/labels.ts';
import { csrfField, deskPage, doneWords } from '../shared/layout.ts';
import { actorOf, type Desk, type PageContext, param } from '../shared/page-context.ts';

const DONE = {
  declined: 'Declined. Your text is as it was.',
  part: 'Taken as your working copy, a new version. The other changes are still open.',
};

const CHIPS: { readonly [status in ProposalStatus]: readonly [look: string, words: string] } = {
  open: ['pending', 'Open'],
  taken: ['approved', 'Taken'],
  declined: ['draft', 'Declined'],
  superseded: ['draft', 'Superseded'],
};

function chip(proposal: ProposalNote): Html {
  const [look, words] = CHIPS[proposal.status];
  const taken = takenWords(proposal);
  // A proposal that was taken whole needs no number.
  const part = taken !== '' && proposal.status !== 'taken' ? ` · ${taken}` : '';
  return html`<span class="chip ${look}">${words}${part}</span>`;
}

const base = (id: string) => `/desk/edit/pieces/${id}`;

export function proposals(desk: Desk): void {
  desk.writer('/desk/edit/pieces/:id/proposals', listPage);
  desk.writer('/desk/edit/pieces/:id/proposals/:proposal', proposalPage, decision);
}

async function decision(page: PageContext) {
  const { context, fields } = page;
  const [pieceId, id] = [param(page, 'id'), param(page, 'proposal')];
  const actor = actorOf(page);
  const { take } = fields;
  if (take === 'none') {
    await declineProposal(context, actor, pieceId, id);
    return { goTo: `${base(pieceId)}/proposals?done=declined` };
  }
  if (take !== 'all' && take !== 'chosen') throw new Problem('bad_request');
  const chosen = take === 'all' ? 'all' : chosenIn(fields);
  const shown = Number(fields['version']);
  const { isOpen } = await takeProposal(context, actor, { pieceId, id, shown, chosen });
  return {
    goTo: `${base(pieceId)}${isOpen ? `/proposals/${id}?done=part` : '?done=taken'}`,
  };
}

const PREFIX = 'change-';

const chosenIn = (fields: PageContext['fields']) =>
  Object.keys(fields)
    .filter((name) => name.startsWith(PREFIX))
    .map((name) => name.slice(PREFIX.length));

async function listPage(page: PageContext): Promise<Html> {
  const found = await listProposals(page.context, actorOf(page), param(page, 'id'));
  const { piece, working } = found;
  return deskPage(page, {
    title: `Proposals for ${working.headline || 'a piece without a headline'}`,
    here: 'Pieces',
    done: doneWords(page, DONE),
    content: html`<h1>Proposals</h1>
<p class="standfirst">What your programs propose to change in
<a href="${base(piece.id)}">${working.headline || 'this piece'}</a>. Nothing changes until you take a proposal.</p>
${
  found.proposals.length === 0
    ? html`<div class="empty-state"><p>No proposals. When a program revises a text that you have written in, its
changes wait here.</p></div>`
    : html`<ul class="entry-list">${found.proposals.map((each) => item(page, piece.id, each))}</ul>`
}
<p class="inline-group back-links"><a href="${base(piece.id)}">Back to the text</a>
<a href="${base(piece.id)}/conversation">Conversation</a></p>`,
  });
}

const item = (page: PageContext, pieceId: string, proposal: ProposalNote) => html`<li>
<h2><a href="${base(pieceId)}/proposals/${proposal.id}">Proposal ${proposal.number}</a></h2>
<div class="entry-side">${chip(proposal)}</div>
<p>${madeBy(page, proposal)}</p></li>`;

const madeBy = (
  page: PageContext,
  { key_kind, key_name, proposed_at, base_version }: ProposalNote,
) =>
  html`By <span class="machine">${key_kind} “${key_name}”</span>, ${when(proposed_at, page.context.now())}, based on
version ${base_version}`;

async function proposalPage(page: PageContext): Promise<Html> {
  const id = param(page, 'proposal');
  const found = await shownProposal(page.context, actorOf(page), param(page, 'id'), id);
  const { piece, working, proposal } = found;
  return deskPage(page, {
    title: `Proposal ${proposal.number} for ${working.headline || 'a piece without a headline'}`,
    here: 'Pieces',
    done: doneWords(page, DONE),
    content: html`<h1>Proposal ${proposal.number}</h1>
<p class="standfirst">For <a href="${base(piece.id)}">${working.headline || 'a piece without a headline'}</a>.
${madeBy(page, proposal)}.</p>
<p class="inline-group">${chip(proposal)} ${outcome(found)}</p>
${proposal.status === 'open' ? await decisionForm(page, found) : await changeList(page, found)}
<h2>Your text now, and with all changes</h2>
${await comparison(
  { title: html`Your working copy, version ${working.number}`, version: working },
  { title: 'With all changes', version: found.taken },
)}
<p class="inline-group back-links"><a href="${base(piece.id)}/proposals">All proposals</a>
<a href="${base(piece.id)}/conversation">Conversation</a></p>`,
  });
}

function outcome({ proposal, piece, canBeTaken }: ShownProposal): Html | null {
  if (proposal.status === 'taken' && proposal.taken_version !== null) {
    const url = `${base(piece.id)}/versions/${proposal.taken_version}`;
    return html`as <a href="${url}">version ${proposal.taken_version}</a>`;
  }
  if (proposal.status === 'superseded') return html`The same key has made a newer proposal.`;
  if (proposal.status === 'open' && !canBeTaken) {
    return piece.status === 'pending'
      ? html`Withdraw the piece from review to take it.`
      : html`Reopen the piece to take it.`;
  }
  return null;
}

/** Proposals can be declined in every state of the piece. */
const decisionForm = async (page: PageContext, found: ShownProposal) =>
  html`<form class="stack" method="post">${csrfField(page)}
<input type="hidden" name="version" value="${found.piece.working_version}">
${await changeList(page, found, found.canBeTaken)}
<div class="inline-group">${found.canBeTaken && takeButtons(found)}
<button name="take" value="none">${
    takenWords(found.proposal) === '' ? 'Decline' : 'Decline the others'
  }</button></div>
${found.canBeTaken && TAKEN_IS_YOURS}</form>`;

function takeButtons({ changes }: ShownProposal): Html {
  const left = changes.filter(({ isTaken }) => !isTaken).length;
  const all = left < changes.length ? 'Take all others' : 'Take all';
  return html`${left > 0 && html`<button class="primary" name="take" value="all">${all}</button>`}
${left > 1 && html`<button name="take" value="chosen">Take chosen changes</button>`}`;
}

async function changeList(
  page: PageContext,
  { changes }: ShownProposal,
  canChoose = false,
): Promise<Html> {
  if (changes.length === 0) return html`<p class="empty-state">It doesn’t change anything.</p>`;
  const items = await Promise.all(changes.map((change) => changeItem(page, change, canChoose)));
  return html`<fieldset class="proposed-changes"><legend>What it changes</legend>
<ol>${items}</ol></fieldset>`;
}

type Change = ShownProposal['changes'][number];

async function changeItem(page: PageContext, change: Change, canChoose: boolean): Promise<Html> {
  const { id, field, old, now, collides, isTaken } = change;
  const name = `${PREFIX}${id}`;
  const label = CONTENT_FIELDS[field].label;
  const rows = await compare(readable(field, old), readable(field, now));
  const box = html`<input type="checkbox" id="${name}" name="${name}" value="yes"${
    page.fields[name] && html` checked`
  }>`;
  return html`<li>${isTaken && html`<span class="chip approved">Taken</span> `}${
    canChoose && !isTaken
      ? html`<label for="${name}">${box} ${label}</label>`
      : html`<p class="label">${label}</p>`
  }
${rows.map((row) => html`<p class="diff-text" dir="auto">${marked(visible(row))}</p>`)}
${collides && html`<p class="hint">You have changed this part since. Taking the change replaces your words.</p>`}</li>
`;
}

/** Tags and the cover need conversion to text: they are stored as a list and an object. */
function readable(field: Change['field'], text: string): string {
  if (field === 'image') return coverLines(text);
  return field === 'tags' && text !== '' ? JSON.parse(text).join(', ') : text;
}

const TAKEN_IS_YOURS = html`<p class="muted">Taking changes saves them as a new version of yours. It doesn’t publish
anything.</p>`;
