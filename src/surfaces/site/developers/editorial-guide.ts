// The editorial loop in the reference, from a draft to publishing: a worked example.

import type { Config } from '../../../config.ts';
import { type Html, html } from '../../../rendering/templates/html.ts';
import { EDITORIAL_LIMITS } from '../../../schemas/editorial/editorial-limits.ts';
import { sample } from './samples.ts';

export const editorialGuide = ({
  baseUrl,
}: Pick<
  Config,
  'baseUrl'
>): Html => html`<p>A program drafts, the writer answers with notes, and the program revises.
Only the writer publishes.</p>
<ol class="steps">
<li><p>The program <a href="#createPiece">sends a draft</a>, and stores its <code>id</code> in the variable
<code>ID</code>.</p></li>
<li><p>At the desk, the writer marks words, writes a note on them, and presses “Ask the machine to revise”. If they
chose these events, their <a href="#webhooks">webhook</a> receives <code>note.added</code> and
<code>revision.requested</code>. Without a webhook, list the pieces with <code>updated_since</code>.</p>
${sample(get(`${baseUrl}/api/v1/pieces/me?updated_since=2026-01-01`))}</li>
<li><p>The program reads the notes. Each note has its marked words in <code>selector</code>, as a TextQuoteSelector,
and their current position in the text in <code>place</code>, which is null if they are gone.</p>
${sample(get(`${baseUrl}/api/v1/pieces/$ID/notes?state=open`))}</li>
<li><p>The program reads the piece, and sends the fields that it <a href="#changePiece">changes</a>. The others stay as
they are, and <code>null</code> empties a field; to replace the whole piece, use <a href="#revisePiece">PUT</a>. It
sends the <code>ETag</code> of the first response in <code>If-Match</code>, so that nobody’s words are lost: if
someone has saved in the meantime, the response is 412 with
the current version. Read that version, and revise it instead.</p>
${sample(revision(`${baseUrl}/api/v1/pieces/$ID`))}</li>
<li><p>200 means a new version: the program had written the last one itself. 202 means a proposal: the writer or
another program has written since, or the piece is in review or public. The writer sees it beside their text and takes
all of it, some of its changes, or none. A newer proposal supersedes an older one from the same key. A piece can have at
most ${EDITORIAL_LIMITS.openProposals} open proposals. <a href="#getMyPiece">Reading the piece</a> shows in
<code>proposals</code> which changes the writer took, which they declined, and which are still waiting, and its
<code>ETag</code> changes with each answer. The <code>proposal.answered</code> event reports each answer too. In
<a href="#getKey">your key’s details</a>, <code>waiting</code> counts everything that is waiting for an answer, across
all pieces.</p></li>
<li><p>The program <a href="#replyToNote">replies</a> to the notes. The writer resolves them, and publishes by
hand.</p></li>
</ol>`;

const AUTHORISED = '-H "Authorization: Bearer $KEY"';

const get = (url: string) => `curl "${url}" \\\n  ${AUTHORISED}`;

/** The ETag belongs to the version that is revised. */
const revision = (url: string) =>
  `TAG=$(curl -s -o /dev/null -D - "${url}" ${AUTHORISED} |
  tr -d '\\r' | sed -n 's/^etag: //p')
curl -X PATCH "${url}" \\
  ${AUTHORISED} \\
  -H "If-Match: $TAG" \\
  -H 'Content-Type: application/json' \\
  -d '{"body_md":"A gully is a promise about autumn rain."}'`;
