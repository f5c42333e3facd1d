// Provenance in the reference: the terms that writers declare, and where programs find them.

import { type Html, html } from '../../../rendering/templates/html.ts';
import { DECLARATION_WORDS, SOURCE_TYPES } from '../../../schemas/provenance/declarations.ts';
import { DECLARATIONS } from '../../../schemas/vocabulary.ts';

const NAMESPACE = 'urn:standfirst:provenance';

export const provenanceGuide =
  (): Html => html`<p>Whoever publishes a piece declares who wrote it. The declaration is
the writer’s own; it is information, not a guarantee. Pieces published before there were declarations have none,
and nothing is said of them.</p>
<table><thead><tr><th scope="col"><code>declaration</code></th><th scope="col">The writer answers</th>
<th scope="col"><code>digital_source_type</code></th></tr></thead><tbody>
${DECLARATIONS.map(
  (each) => html`<tr><td><code>${each}</code></td><td>${DECLARATION_WORDS[each].answer}</td>
<td><code>${DECLARATION_WORDS[each].sourceType}</code></td></tr>
`,
)}</tbody></table>
<p>The same record is <code>provenance</code> of a <a href="#getPiece">piece</a>, from the API, the tools, the
<a href="#webhooks">webhook</a> and in the front matter of its Markdown, and <code>_standfirst.provenance</code> in JSON
Feed. In RSS, <code>provenance</code> in the namespace <code>${NAMESPACE}</code> has the statement as its text
and the other fields as attributes. The page’s JSON-LD has <code>digitalSourceType</code>: a term of the IPTC’s
vocabulary, after <code>${SOURCE_TYPES}</code>.</p>
<p>Readers see the statement at the foot of the piece; of a text that is the writer’s own, only where the writer
wants that. <code>machine_share</code> is how many words in a hundred were written by a program with a key, as
the versions show it; <code>drafted_by</code> is <code>outside_program</code> where the writer says that a machine was
used which the versions don’t show.</p>`;
