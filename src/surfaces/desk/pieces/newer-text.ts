// Response to a form without script that would overwrite a newer version: shows the differences, and the merged text
// if merging works.

import { type DeskPiece, versionOf } from '../../../operations/pieces/own-pieces.ts';
import { workingContentFrom } from '../../../operations/pieces/saving/save-piece.ts';
import { mergeVersions } from '../../../rendering/on-thread/merge-versions.ts';
import { type Html, html } from '../../../rendering/templates/html.ts';
import { CONTENT_FIELD_NAMES, type ContentValues } from '../../../schemas/content-fields.ts';
import { valuesFor } from '../../../schemas/field-lists.ts';
import { comparison } from '../shared/comparison.ts';
import type { PageContext } from '../shared/page-context.ts';
import { savedHow } from '../versions/version-labels.ts';
import { bodyFrom } from './content-form.ts';
import { coverFields } from './cover-fields.ts';

interface NewerText {
  notice: Html;
  page: PageContext;
  button: string;
}

/** Both texts are shown and the writer chooses, so that no text is overwritten unseen. */
export async function newerText(page: PageContext, found: DeskPiece): Promise<NewerText> {
  const { working } = found;
  const typed = workingContentFrom(bodyFrom(page.fields), page.context.config.baseUrl);
  const number = Number(page.fields['version']);
  // A number beyond the latest version may be larger than the database accepts.
  const isEarlier = Number.isSafeInteger(number) && number > 0 && number < working.number;
  const base = isEarlier ? await versionOf(page.context, found, number) : null;
  const merged = await mergeVersions(base ? asShown(base) : null, asShown(typed), asShown(working));
  const isClean = merged !== null;
  const title = html`Saved elsewhere <span class="muted save-note">${savedHow(working, page.context.now())}</span>`;
  const notice = html`<section class="notice">
<p>This piece was changed elsewhere in the meantime. ${
    isClean
      ? 'Below, those changes have been merged with yours. Check the text, then save it.'
      : 'Below is what you typed. Save it over the newer text,'
  }${!isClean && html` or <a href="">use the newer text</a>.`}</p></section>
${await comparison({ title, version: working }, { title: 'Yours, not saved yet', version: { ...working, ...typed } })}`;
  return {
    notice,
    page: merged
      ? { ...page, fields: { ...page.fields, ...merged, ...coverFields(merged.image) } }
      : page,
    button: isClean ? 'Save both' : 'Save mine over it',
  };
}

const asShown = (content: ContentValues) =>
  valuesFor(CONTENT_FIELD_NAMES, (name) =>
    name === 'tags' ? JSON.parse(content.tags).join(', ') : (content[name] ?? ''),
  );
