// The editorial loop in the reference, from a draft to publishing: a worked example.

import type { Config } from '../../../config.ts';
import { type Html, html } from '../../../rendering/templates/html.ts';
import { EDITORIAL_LIMITS } from '../../../schemas/editorial/editorial-limits.ts';
import { sample } from './samples.ts';

export const editorialGuide = ({
  baseUrl,
}: Pick<Config, 'baseUrl'>): Html => html`<p>A program drafts, the writer
answers in notes, the program revises. Only the writer publishes.</p>
<ol class="steps">
<li><p>The program <a href="#createPiece">sends a draft</a>, and keeps its <code>id</code> in <code>ID</code>.</p></li>
<li><p>At the desk, the writer marks words, writes a note on them, and presses “Ask the machine to revise”. If they
chose so, their <a href="#webhooks">webhook</a> is sent <code>note.added</code> and <code>revision.requested</code>.
Without one, ask for pieces with <code>updated_since</code>.</p>
${sample(get(`${baseUrl}/api/v1/pieces/me?updated_since=2026-01-01`))}</li>
<li><p>The program reads the notes. Each has the words it is on as a TextQuoteSelector, and in <code>place</code> where
they are in the text now; null if they are gone.</p>
${sample(get(`${baseUrl}/api/v1/pieces/$ID/notes?state=open`))}</li>
<li><p>It reads the piece, and sends it back revised. The <code>ETag</code> of the one is <code>If-Match</code> of the
other, so nobody’s words are lost: if somebody has saved meanwhile, the answer is 412 with the present version. Read
that, and revise it instead.</p>
${sample(revision(`${baseUrl}/api/v1/pieces/$ID`))}</li>
<li><p>200 is a new version: the text was this program’s own. 202 is a proposal, because the writer has written since,
or another program, or the piece is in review or public. The writer sees it beside their text and takes all of it,
single changes, or none. A newer proposal supersedes an older one of the same key; a piece has at most
${EDITORIAL_LIMITS.openProposals} open ones.</p></li>
<li><p>The program <a href="#replyToNote">replies</a> to the notes. The writer resolves them, and publishes by
hand.</p></li>
</ol>`;

const AUTHORISED = '-H "Authorization: Bearer $KEY"';

const get = (url: string) => `curl "${url}" \\\n  ${AUTHORISED}`;

/** The ETag belongs to the version that is revised. */
const revision = (url: string) =>
  `TAG=$(curl -s -o /dev/null -D - "${url}" ${AUTHORISED} |
  tr -d '\\r' | sed -n 's/^etag: //p')
curl -X PUT "${url}" \\
  ${AUTHORISED} \\
  -H "If-Match: $TAG" \\
  -H 'Content-Type: application/json' \\
  -d '{"headline":"Notes on gullies","body_md":"A gully is a promise about autumn rain."}'`;
