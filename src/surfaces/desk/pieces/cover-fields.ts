// Fields of a piece's cover: URL, alt text and caption. With the script, the image is uploaded here; without it, on a
// separate page. Nothing is fetched from other sites while writing.

import { type Html, html } from '../../../rendering/templates/html.ts';
import { coverIn } from '../../../schemas/images/covers.ts';
import { IMAGE_LIMITS } from '../../../schemas/images/image-limits.ts';
import { textField } from '../shared/form-fields.ts';
import { type PageContext, param } from '../shared/page-context.ts';

export function coverFrom(fields: PageContext['fields']) {
  const url = fields['image_url']?.trim() ?? '';
  if (url === '') return null;
  return { url, alt: fields['image_alt']?.trim() ?? '', caption: fields['image_caption'] ?? '' };
}

export function coverFields(stored: string | null): PageContext['fields'] {
  const { url = '', alt = '', caption = '' } = coverIn(stored) ?? {};
  return { image_url: url, image_alt: alt, image_caption: caption ?? '' };
}

export function coverControls(page: PageContext, stored: string | null): Html {
  const { image_url, image_alt, image_caption } = coverFields(stored);
  const id = param(page, 'id');
  return html`<fieldset class="cover-fields" data-cover><legend>Cover</legend>
${image_url?.startsWith('/media/') && html`<img class="cover-thumbnail" src="${image_url}" alt="">`}
${id && html`<p data-without-script><a href="/desk/edit/pieces/${id}/cover">Upload an image</a></p>`}
${textField(page, {
  ...{ name: 'image_url', label: 'Cover URL', value: image_url, errorOf: 'image.url' },
  hint: 'The URL of an uploaded image, or any URL that starts with https://. Leave it empty for no cover.',
})}
${coverWords(page, image_alt, image_caption)}
</fieldset>`;
}

export const coverWords = (page: PageContext, alt?: string, caption?: string | null): Html =>
  html`${textField(page, {
    ...{ name: 'image_alt', label: 'Alt text', value: alt, errorOf: 'image.alt' },
    ...{
      maxLength: IMAGE_LIMITS.altText,
      hint: 'What the image shows, for people who can’t see it.',
    },
  })}
${textField(page, {
  ...{ name: 'image_caption', label: 'Caption', value: caption, errorOf: 'image.caption' },
  ...{ maxLength: IMAGE_LIMITS.caption, hint: 'Shown below the image. You can leave it empty.' },
})}`;
