// The question about authorship when publishing. The answer is preselected from the versions; if a program
// contributed, the writer has to choose it.

import type { DeskPiece } from '../../../operations/pieces/own-pieces.ts';
import {
  contradicts,
  declarationQuestion,
  type Question,
} from '../../../operations/provenance/declare.ts';
import { type Html, html } from '../../../rendering/templates/html.ts';
import { DECLARATION_WORDS } from '../../../schemas/provenance/declarations.ts';
import { DECLARATIONS, type Declaration } from '../../../schemas/vocabulary.ts';
import { errorFor, stateOf } from '../shared/form-fields.ts';
import type { PageContext } from '../shared/page-context.ts';
import { PUBLISH_FORM } from './publish-details.ts';

export async function declarationField(page: PageContext, found: DeskPiece): Promise<Html> {
  const question = await declarationQuestion(page.context, found);
  const { standing, prepared } = question;
  const given = DECLARATIONS.find((each) => each === page.fields['declaration']);
  // If a program contributed, no answer is preselected.
  const chosen = given ?? standing ?? (prepared === 'human' ? prepared : undefined);
  if (standing && (given === undefined || given === standing)) {
    return html`<details class="declaration"><summary>You declared: ${DECLARATION_WORDS[standing].answer}
<span class="muted">Change</span></summary>
${choices(page, question, chosen)}</details>`;
  }
  return html`<div class="declaration">${choices(page, question, chosen)}</div>`;
}

function choices(page: PageContext, question: Question, chosen: Declaration | undefined): Html {
  const isContradicted = page.problem?.code === 'declaration_contradicted';
  const again = isContradicted && chosen ? onceMore(question, chosen) : undefined;
  const error = again ?? errorFor(page, 'declaration');
  const state = stateOf(page, { id: 'declaration', error });
  return html`<fieldset class="checks">
<legend>Who wrote it?</legend>
${error && html`<p class="error" id="declaration-error">${error}</p>`}
${again && html`<input type="hidden" name="confirmed" value="${chosen}" form="${PUBLISH_FORM}">`}
${DECLARATIONS.map(
  (
    each,
  ) => html`<label><input type="radio" name="declaration" value="${each}" form="${PUBLISH_FORM}" required${
    each === chosen && html` checked`
  }${
    // ARIA error attributes belong on one radio button: the chosen one, or the first.
    each === (chosen ?? DECLARATIONS[0]) && state
  }> <span>${DECLARATION_WORDS[each].answer}${
    each === question.prepared &&
    question.share !== null &&
    html` <span class="muted">(what the versions show)</span>`
  }</span></label>
`,
)}
<p class="hint">${evidence(question)} Your answer is stored with the publication.</p></fieldset>`;
}

function evidence({ share }: Question): string {
  if (share === null) return 'No program has saved a version of this piece.';
  if (share === 100) return 'The text is exactly as a program saved it, word for word.';
  return `A program drafted or revised it, and wrote ${share}% of the words.`;
}

function onceMore({ share }: Question, chosen: Declaration): string | undefined {
  if (!contradicts(chosen, share)) return undefined;
  const says =
    share === 100
      ? 'the text is exactly as a program saved it'
      : `a program wrote ${share}% of the words`;
  return (
    `You answered “${DECLARATION_WORDS[chosen].answer}”, but the versions show that ${says}. Change your answer, ` +
    'or send it again to confirm it: your answer is what counts.'
  );
}
