// Line about a piece's provenance at its foot, which unfolds to a short record.

import type { PiecePage } from '../../../operations/public-pages/page-lookup.ts';
import { type Html, html } from '../../../rendering/templates/html.ts';
import type { Author } from '../../../schemas/authors.ts';
import type { Provenance } from '../../../schemas/provenance/provenance.ts';
import type { Drafter } from '../../../schemas/vocabulary.ts';
import { count, dayOf } from './labels.ts';

const DRAFTED: { readonly [drafter in Drafter]: string } = {
  api_program: 'by a program that sends its drafts to the writer’s desk',
  outside_program: 'with a program outside this site',
};

export const provenanceNote = (
  { provenance, policy }: NonNullable<PiecePage['told']>,
  author: Author,
): Html => html`<details class="provenance">
<summary>${provenance.statement}</summary>
<dl>${facts(provenance, author).map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>
${policy && html`<p dir="auto">${policy}</p>`}
</details>`;

function facts(provenance: Provenance, author: Author): [string, Html | string][] {
  const { drafted_by, machine_share, versions, declared_at, declaration } = provenance;
  const isReviewed = declaration === 'assisted';
  const rows: [string, Html | string | undefined][] = [
    ['Drafted', drafted_by && DRAFTED[drafted_by]],
    ['Words', machine_share === undefined ? undefined : `${machine_share}% written by a program`],
    ['Versions', count(versions, 'version', 'versions')],
    [
      isReviewed ? 'Reviewed' : 'Declared',
      html`${dayOf(declared_at)}, by <bdi>${author.name}</bdi>`,
    ],
  ];
  return rows.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
}
