// Provenance in the reference: the terms that writers declare, and where programs find them.

import { type Html, html } from '../../../rendering/templates/html.ts';
import { DECLARATION_WORDS, SOURCE_TYPES } from '../../../schemas/provenance/declarations.ts';
import { DECLARATIONS } from '../../../schemas/vocabulary.ts';

const NAMESPACE = 'urn:standfirst:provenance';

export const provenanceGuide =
  (): Html => html`<p>When writers publish a piece, they declare who wrote it. The declaration is the writer’s own
statement, not a guarantee. Pieces published before declarations were introduced have none, and no statement is
shown for them.</p>
<table><thead><tr><th scope="col"><code>declaration</code></th><th scope="col">The writer answers</th>
<th scope="col"><code>digital_source_type</code></th></tr></thead><tbody>
${DECLARATIONS.map(
  (each) => html`<tr><td><code>${each}</code></td><td>${DECLARATION_WORDS[each].answer}</td>
<td><code>${DECLARATION_WORDS[each].sourceType}</code></td></tr>
`,
)}</tbody></table>
<p>The declaration is the field <code>provenance</code> of a <a href="#getPiece">piece</a> in the API, the tools, the
<a href="#webhooks">webhook</a> and the front matter of its Markdown, and <code>_standfirst.provenance</code> in JSON
Feed. In RSS, the element <code>provenance</code> in the namespace <code>${NAMESPACE}</code> has the statement as its
text and the other fields as attributes. The page’s JSON-LD has <code>digitalSourceType</code>: a term of the IPTC’s
vocabulary, which starts with <code>${SOURCE_TYPES}</code>.</p>
<p>Readers see the statement at the end of the piece. For a text that the writer wrote without a machine, they see it
only if the writer wants that. <code>machine_share</code> is the percentage of the words that were written by a program
with a key, as the versions show it. <code>drafted_by</code> is <code>outside_program</code> if the writer says that
they used a machine that the versions don’t show.</p>`;
