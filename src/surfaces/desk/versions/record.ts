// The record of a piece at the desk: its whole history, to read, print and download.

import { seeOther } from '../../../http/pages/pages.ts';
import { sessionOf } from '../../../http/pages/session-cookie.ts';
import { parameter, resource } from '../../../http/resource.ts';
import { type PieceRecord, pieceRecord } from '../../../operations/publishing/piece-record.ts';
import { type Html, html } from '../../../rendering/templates/html.ts';
import { DECLARATION_WORDS } from '../../../schemas/provenance/declarations.ts';
import type { RecordedMove, RecordedVersion } from '../../../schemas/provenance/record-file.ts';
import { DECLARATIONS, isProgram } from '../../../schemas/vocabulary.ts';
import { actLogged, exactTime } from '../shared/labels.ts';
import { deskPage } from '../shared/layout.ts';
import { actorOf, type Desk, type PageContext, param, signInFor } from '../shared/page-context.ts';

export function recordRoutes(desk: Desk): void {
  const { scope, context } = desk;
  desk.writer('/desk/edit/pieces/:id/record', recordPage);
  resource(scope, '/desk/edit/pieces/:id/record.json', {
    GET: {
      async handler(request, reply) {
        const me = await sessionOf(context, request);
        if (!me) return seeOther(reply, signInFor(request));
        const { record } = await pieceRecord(context, me.actor, parameter(request, 'id'));
        return reply
          .header('cache-control', 'no-store')
          .header('content-disposition', `attachment; filename="record-${record.piece.id}.json"`)
          .type('application/json; charset=utf-8')
          .send(`${JSON.stringify(record, null, 2)}\n`);
      },
    },
  });
}

async function recordPage(page: PageContext): Promise<Html> {
  const found = await pieceRecord(page.context, actorOf(page), param(page, 'id'));
  const { piece, record } = found;
  const base = `/desk/edit/pieces/${piece.id}`;
  return deskPage(page, {
    title: `Record: ${record.piece.headline || 'Untitled'}`,
    here: 'Pieces',
    content: html`<h1>Record</h1>
<p class="standfirst">The history of <a href="${base}">${record.piece.headline || 'a piece without a headline'}</a> by
${record.piece.author}: who wrote what, and when, from the first draft on.</p>
${recordState(found)}
${otherKeys(found)}
<p class="inline-group on-screen"><a class="button" href="${base}/record.json" download>Download as JSON</a>
<span class="muted">It lists every version by its hash, without the text. To print the record, print this
page.</span></p>
<table class="record">
<thead><tr><th scope="col">When</th><th scope="col">What</th><th scope="col">Hash</th></tr></thead>
<tbody>${entriesOf(found).map(row)}</tbody></table>
<p class="muted">Created on ${exactTime(record.made_at)}. Each version includes the hash of the one before it,
and each publication is signed with this service’s key: <a href="${record.keys_url}">${record.keys_url}</a>.
Anyone can
check the file with <code>standfirst record verify FILE</code>.</p>
<p class="inline-group back-links"><a href="${base}/versions">Versions</a> <a href="${base}">Back to the text</a></p>`,
  });
}

const recordState = ({ faults }: PieceRecord): Html =>
  faults.length === 0
    ? html`<p class="notice">The record is intact: no version has been altered or removed.</p>`
    : html`<div class="notice error" role="alert"><p>The record has been altered since it was saved.</p>
<ul>${faults.map((fault) => html`<li>${fault}</li>`)}</ul></div>`;

/** Other keys are normal in an imported piece; elsewhere, they mean that this service didn't sign the record. */
const otherKeys = ({ strangeKeys }: PieceRecord): Html | null =>
  strangeKeys.length === 0
    ? null
    : html`<div class="notice"><p>Parts of the record are signed with a key that isn’t this service’s. That is expected
if the piece was imported: compare the key with those of the service that it came from.</p>
<ul>${strangeKeys.map((key) => html`<li><code>${key}</code></li>`)}</ul></div>`;

interface Entry {
  at: string;
  what: Html;
  hash: string | null;
}

const row = ({ at, what, hash }: Entry) =>
  html`<tr><td><time datetime="${at}">${exactTime(at)}</time></td><td>${what}</td>
<td>${hash && html`<code class="hash" title="${hash}">${hash}</code>`}</td></tr>
`;

/** Entries are sorted by time; versions come first if times are equal. */
function entriesOf({ record }: PieceRecord): Entry[] {
  const entries: Entry[] = [
    ...record.versions.map((each) => ({ at: each.saved_at, what: version(each), hash: each.hash })),
    ...record.notes.map((each) => ({
      ...{ at: each.created_at, hash: null },
      what: html`Note ${each.number} on version ${each.version}, by ${each.by.name}${
        each.resolved_at && ', resolved'
      }`,
    })),
    ...record.proposals.map((each) => ({
      ...{ at: each.proposed_at, hash: null },
      what: html`Proposal ${each.number} by ${by(each.by)} for version ${each.base_version}: ${each.status}`,
    })),
    ...record.moves
      .filter(({ act }) => act !== 'create')
      .map((each) => ({ at: each.at, what: move(each), hash: each.version_hash })),
  ];
  return entries.toSorted((one, two) => (one.at < two.at ? -1 : Number(one.at > two.at)));
}

const by = ({ kind, name }: RecordedVersion['saved_by']): Html =>
  isProgram(kind) ? html`<span class="machine">${kind} “${name}”</span>` : html`${name}`;

const version = ({ number, origin, saved_by, state }: RecordedVersion): Html =>
  html`Version ${number}, ${origin === 'taken' ? 'taken from a proposal' : origin} by ${by(saved_by)}${
    state === 'pruned' && html` <span class="muted">(pruned since)</span>`
  }`;

function move(entry: RecordedMove): Html {
  const declared = DECLARATIONS.find((each) => each === entry.declaration);
  return html`<strong>${actLogged(entry.act)}</strong> by
${entry.by.name}${entry.version !== null && html`, version ${entry.version}`}${
  declared && html`. Declared: “${DECLARATION_WORDS[declared].answer}”`
}${
  entry.machine_share !== null &&
  html`. ${entry.machine_share}% of the words were written by a program`
}${entry.signature && '. Signed.'}`;
}
