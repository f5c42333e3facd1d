// The cover panel in the drawer: the writer uploads, describes, replaces or removes the image there.

import { imageAt } from '../../../../src/schemas/images/image-urls.ts';
import { button, element } from '../element.ts';
import { upload } from '../images/upload.ts';
import type { Service } from '../page/calls.ts';
import type { Page } from '../page/content.ts';
import { COVER_URL } from '../page/cover-fields.ts';

interface Place {
  page: Page;
  service: Service;
  /** The id of the piece. Saves a new piece first, since an upload needs the id. */
  pieceId(): Promise<string | null>;
  changed(): void;
}

export function coverPanel(place: Place): void {
  const { page, changed } = place;
  const box = page.form.querySelector<HTMLElement>('[data-cover]');
  if (!box) return;
  const url = page.field(COVER_URL);
  const input = element('input', { type: 'file', accept: 'image/*', hidden: '' });
  const error = element('p', { class: 'error', role: 'alert' });
  const choose = button('Upload an image', () => input.click());
  const remove = button('Remove', () => {
    for (const name of [COVER_URL, 'image_alt', 'image_caption']) page.field(name).value = '';
    changed();
    show();
    choose.focus();
  });
  const seen = element('div', { class: 'cover-seen' });
  const show = () => showCover(url.value.trim(), { seen, choose, remove });
  input.addEventListener('change', async () => {
    const [file] = input.files ?? [];
    input.value = '';
    if (!file) return;
    error.textContent = '';
    choose.disabled = true;
    try {
      url.value = await uploaded(place, file, seen);
      changed();
      show();
      page.field('image_alt').focus();
    } catch (problem) {
      show();
      error.textContent = problem instanceof Error ? problem.message : 'The upload failed.';
    } finally {
      choose.disabled = false;
    }
  });
  url.addEventListener('input', show);
  page.coverShown = show;
  box.querySelector('[data-without-script]')?.remove();
  box.querySelector('.cover-thumbnail')?.remove();
  box
    .querySelector('legend')
    ?.after(seen, element('div', { class: 'inline-group' }, choose, remove), input, error);
  show();
}

interface Shown {
  seen: HTMLElement;
  choose: HTMLButtonElement;
  remove: HTMLButtonElement;
}

/** Shows only uploaded images: nothing is fetched from other sites while the writer works. */
function showCover(url: string, { seen, choose, remove }: Shown): void {
  const image = imageAt(url)
    ? [element('img', { class: 'cover-thumbnail', src: url, alt: '' })]
    : [];
  seen.replaceChildren(...image);
  choose.textContent = url === '' ? 'Upload an image' : 'Replace the image';
  remove.hidden = url === '';
}

async function uploaded({ service, pieceId }: Place, file: File, seen: HTMLElement) {
  const label = `Uploading ${file.name}`;
  const bar = element('progress', { max: '100', value: '0', 'aria-label': label });
  seen.replaceChildren(bar);
  const id = await pieceId();
  if (!id) throw new Error('Save the piece first.');
  const { url } = await upload(service, `/desk/edit/pieces/${id}/pictures`, file, bar);
  return url;
}
