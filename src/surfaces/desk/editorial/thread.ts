// The thread of notes on a piece: each note with the words that it is about, its replies, and forms for answering.

import type { Thread } from '../../../operations/editorial/conversation.ts';
import { type Html, html } from '../../../rendering/templates/html.ts';
import { EDITORIAL_LIMITS } from '../../../schemas/editorial/editorial-limits.ts';
import { isProgram, type Replier } from '../../../schemas/vocabulary.ts';
import { areaField } from '../shared/form-fields.ts';
import { when } from '../shared/labels.ts';
import { csrfField } from '../shared/layout.ts';
import { actorOf, type PageContext, param } from '../shared/page-context.ts';

export interface ThreadPlace {
  /** URL to which new notes are sent; the URLs of single notes are below it. */
  action: string;
  /** Name of the page, which its forms send so that the response can lead back to it. */
  from: string;
  version: number;
}

type Quoted = Pick<Thread, 'exact' | 'start_at'>;

export function threadList(
  page: PageContext,
  place: ThreadPlace,
  threads: readonly Thread[],
): Html {
  const open = threads.filter(({ resolved_at }) => resolved_at === null);
  const resolved = threads.filter(({ resolved_at }) => resolved_at !== null);
  return html`${
    open.length > 0
      ? html`<ol class="thread">${open.map((thread) => item(page, place, thread))}</ol>`
      : html`<p class="muted">No open notes.</p>`
  }
${
  resolved.length > 0 &&
  html`<details class="resolved-notes"${resolved.some(({ id }) => isShownAgain(page, id)) && html` open`}>
<summary>${resolved.length} resolved</summary>
<ol class="thread">${resolved.map((thread) => item(page, place, thread))}</ol></details>`
}`;
}

const isShownAgain = (page: PageContext, id: string) =>
  page.problem !== null && param(page, 'note') === id;

const untouched = (page: PageContext): PageContext => ({ ...page, fields: {}, problem: null });

function item(page: PageContext, place: ThreadPlace, thread: Thread): Html {
  const shown = isShownAgain(page, thread.id) ? page : untouched(page);
  const now = page.context.now();
  return html`<li id="note-${thread.id}"><article aria-label="Note ${thread.number}">
${quoted(thread)}
<p class="note-text" dir="auto">${thread.body}</p>
<p class="muted">${who(page, thread.author_kind, thread.author_name, thread.author_id)},
${when(thread.created_at, now)},
on version ${thread.version}${thread.resolved_at && html` · resolved ${when(thread.resolved_at, now)}`}</p>
${
  thread.replies.length > 0 &&
  html`<ol class="replies">${thread.replies.map(
    (reply) => html`<li><p class="note-text" dir="auto">${reply.body}</p>
<p class="muted">${who(page, reply.by_kind, reply.by_name, reply.by_id)}, ${when(reply.created_at, now)}</p></li>`,
  )}</ol>`
}
${forms(shown, place, thread)}</article></li>
`;
}

function quoted({ exact, start_at }: Quoted): Html {
  if (exact === null) return html`<p class="muted">About the whole piece</p>`;
  return html`<blockquote class="quoted-words" dir="auto"${
    start_at !== null && html` data-words`
  }>${shortened(exact)}</blockquote>${
    start_at === null && html`<p class="gone-words">These words are no longer in the text.</p>`
  }`;
}

const SHOWN = 200;

const shortened = (words: string) => {
  const characters = [...words];
  return characters.length <= SHOWN ? words : `${characters.slice(0, SHOWN).join('')}…`;
};

/** Writers are compared by id first, because they may have changed their slug since. */
const who = (page: PageContext, kind: Replier, name: string, id: string | null): Html => {
  if (isProgram(kind)) return html`<span class="machine">${kind} “${name}”</span>`;
  const { accountId, slug } = actorOf(page);
  const isMe = id === null ? name === slug : id === accountId;
  return html`${isMe ? 'you' : name}${kind === 'reviewer' && !isMe && ', reviewer'}`;
};

function forms(page: PageContext, place: ThreadPlace, { id, resolved_at, number }: Thread): Html {
  const isTyped = page.problem !== null;
  return html`<div class="note-forms">
<form method="post" action="${place.action}/${id}">${hidden(page, place)}
<button class="link-button" name="deed" value="${resolved_at ? 'reopen' : 'resolve'}"
aria-label="${resolved_at ? 'Reopen' : 'Resolve'} note ${number}">${resolved_at ? 'Reopen' : 'Resolve'}</button></form>
<details${isTyped && html` open`}><summary>Reply<span class="visually-hidden"> to note ${number}</span></summary>
<form class="stack" method="post" action="${place.action}/${id}">${hidden(page, place)}
${areaField(page, { name: 'body', id: `reply-${id}`, label: 'Your reply', rows: 3, maxLength: EDITORIAL_LIMITS.note })}
<div class="inline-group"><button name="deed" value="reply">Reply</button></div></form></details></div>`;
}

const hidden = (page: PageContext, { from }: ThreadPlace) =>
  html`${csrfField(page)}<input type="hidden" name="from" value="${from}">`;

/** A script fills in words that the writer has marked; without the script, the writer types or pastes them. */
export function noteForm(page: PageContext, place: ThreadPlace, hint: string): Html {
  // Only this form sends `exact`; submitted fields without it belong to another form on the page.
  const shown = page.fields['exact'] === undefined ? untouched(page) : page;
  return html`<form class="stack note-form" method="post" action="${place.action}" data-note-form>${hidden(page, place)}
<input type="hidden" name="version" value="${shown.fields['version'] ?? place.version}">
<input type="hidden" name="prefix" value="${shown.fields['prefix'] ?? ''}">
<input type="hidden" name="suffix" value="${shown.fields['suffix'] ?? ''}">
<input type="hidden" name="start" value="${shown.fields['start'] ?? ''}">
${areaField(shown, { name: 'body', id: 'note-body', label: 'Your note', rows: 4, maxLength: EDITORIAL_LIMITS.note })}
${areaField(shown, {
  ...{
    name: 'exact',
    id: 'note-words',
    label: 'About these words',
    rows: 2,
    maxLength: EDITORIAL_LIMITS.quote,
  },
  hint,
})}
<div class="inline-group"><button>Add note</button></div></form>`;
}
