// Image next to a form's fields, uploaded separately or saved with the other fields.

import { Problem } from '../../../errors.ts';
import { imageOf } from '../../../http/pages/uploads.ts';
import { type Html, html } from '../../../rendering/templates/html.ts';
import { errorFor, stateOf } from './form-fields.ts';
import type { PageContext } from './page-context.ts';

const FIELD = 'picture';

/** Attributes of a form with a file, which needs this encoding. */
export const WITH_IMAGE = html`method="post" enctype="multipart/form-data"`;

interface ImageSide {
  shown: Html | null;
  action: string;
}

/** The image follows the form's own button, because Enter presses the first one; all buttons send typed text. */
export const imageSide = (page: PageContext, { shown, action }: ImageSide) =>
  html`<div class="image-side">
${shown}
${imageField(page)}
${buttons(action, shown !== null)}</div>`;

export function imageField(page: PageContext): Html {
  const error = errorFor(page, FIELD);
  return html`<div><label for="${FIELD}">Image</label>
<input id="${FIELD}" name="${FIELD}" type="file" accept="image/*"${stateOf(page, { id: FIELD, error })}>${
    error && html`<p class="error" id="${FIELD}-error">${error}</p>`
  }</div>`;
}

const buttons = (action: string, isRemovable: boolean) => html`<div class="inline-group">
<button formaction="${action}" formnovalidate>Upload</button>
${
  isRemovable &&
  html`<button class="link-button" name="remove" value="yes" formaction="${action}"
formnovalidate>Remove image</button>`
}</div>`;

export const chosenImage = ({ request }: PageContext) => imageOf(request, FIELD);

/** Null if the writer asked to remove the image. */
export function sentImage(page: PageContext): Buffer | null {
  if (page.fields['remove'] === 'yes') return null;
  const image = chosenImage(page);
  if (image) return image;
  const reason = 'Choose an image first.';
  throw new Problem('invalid_input', { errors: [{ field: FIELD, reason }] });
}
