// Image upload by button, paste or drop: shows the progress, asks for the alt text, then inserts the image.

import type { EditorView } from '@codemirror/view';
import { button, element } from '../element.ts';
import type { Service } from '../page/calls.ts';
import { imageMarkdown } from '../text/image-markdown.ts';
import { upload } from './upload.ts';

interface Place {
  view: EditorView;
  service: Service;
  /** The id of the piece. Saves a new piece first, since an upload needs the id. */
  pieceId(): Promise<string | null>;
}

export function acceptImages(place: Place): HTMLButtonElement {
  const { view } = place;
  const input = element('input', { type: 'file', accept: 'image/*', multiple: '', hidden: '' });
  const take = async (files: File[]) => {
    // Errors of earlier uploads are removed; the writer has read them by now.
    const failed = view.dom.parentElement?.querySelectorAll('.image-panel:not([data-waiting])');
    for (const panel of failed ?? []) panel.remove();
    for (const [at, file] of files.entries()) {
      const which = files.length > 1 ? `Image ${at + 1} of ${files.length}: ` : '';
      await takeOne(place, file, `${which}${file.name}`);
    }
  };
  input.addEventListener('change', async () => {
    await take([...(input.files ?? [])]);
    input.value = '';
  });
  view.dom.after(input);
  const fromEvent = (event: ClipboardEvent | DragEvent, files: FileList | undefined) => {
    // Text files are left to CodeMirror, which inserts their content.
    const others = [...(files ?? [])].filter(({ type }) => !type.startsWith('text/'));
    if (others.length === 0) return;
    event.preventDefault();
    event.stopPropagation();
    take(others);
  };
  // In the capture phase, before CodeMirror, which would insert the file name.
  view.dom.addEventListener(
    'paste',
    (event) => {
      // Word processors also put an image of the text on the clipboard. The writer means the text.
      if (!event.clipboardData?.getData('text/plain').trim())
        fromEvent(event, event.clipboardData?.files);
    },
    true,
  );
  view.dom.addEventListener(
    'drop',
    (event) => {
      const at = view.posAtCoords({ x: event.clientX, y: event.clientY });
      if (at !== null && event.dataTransfer?.files.length)
        view.dispatch({ selection: { anchor: at } });
      fromEvent(event, event.dataTransfer?.files);
    },
    true,
  );
  // An uploaded image without its alt text is not in the text yet and would be lost with the page.
  addEventListener('beforeunload', (event) => {
    if (view.dom.parentElement?.querySelector('.image-panel[data-waiting]')) event.preventDefault();
  });
  return button('Image', () => input.click(), {
    class: 'tool image',
    'aria-label': 'Image',
    title: 'Image',
  });
}

const NO_IMAGE = 'This file isn’t an image. You can add JPEG, PNG, WebP, GIF and AVIF images.';

/** Whether an image waits for its alt text. If so, moves the focus there: leaving now would drop the image. */
export function leadsToWaitingImage(): boolean {
  const panel = document.querySelector('.image-panel[data-waiting]');
  const error = panel?.querySelector('.error');
  if (!panel || !error) return false;
  error.textContent = 'Insert this image or cancel it first.';
  panel.querySelector('input')?.focus();
  return true;
}

async function takeOne({ view, service, pieceId }: Place, file: File, name: string) {
  const asked = askAbout(name);
  view.dom.before(asked.box);
  try {
    // A video or a document is refused before anything is sent.
    if (file.type && !file.type.startsWith('image/')) throw new Error(NO_IMAGE);
    const id = await pieceId();
    if (!id) throw new Error('Save the piece first.');
    const path = `/desk/edit/pieces/${id}/pictures`;
    const { url } = await upload(service, path, file, asked.bar);
    asked.uploaded(url);
    const words = await asked.words;
    if (words !== null) setIn(view, imageMarkdown({ url, ...words }));
    asked.box.remove();
    view.focus();
  } catch (problem) {
    const hadFocus = asked.box.contains(document.activeElement);
    asked.fail(problem instanceof Error ? problem.message : 'The upload failed.');
    // The writer's next keys are meant for the text.
    if (hadFocus) view.focus();
  }
}

/** Inserts the image as a separate paragraph at the caret. */
function setIn(view: EditorView, markdown: string): void {
  const { state } = view;
  const line = state.doc.lineAt(state.selection.main.to);
  const insert = line.text.trim() === '' ? `${markdown}\n\n` : `\n\n${markdown}\n\n`;
  view.dispatch({
    changes: { from: line.to, insert },
    selection: { anchor: line.to + insert.length },
    scrollIntoView: true,
    userEvent: 'input.paste',
  });
}

let asked = 0;

interface ImageWords {
  alt: string;
  caption: string;
  isWide: boolean;
}

/** The panel above the text: the upload's progress, and the fields for the alt text and the caption. */
function askAbout(name: string) {
  const bar = element('progress', { max: '100', value: '0', 'aria-label': `Uploading ${name}` });
  asked += 1;
  const id = `image-alt-${asked}`;
  const field = element('input', { type: 'text', id, maxlength: '300' });
  const caption = element('input', { type: 'text', id: `${id}-caption`, maxlength: '500' });
  const wide = element('input', { type: 'checkbox' });
  const error = element('p', { class: 'error', role: 'alert' });
  let answer: (words: ImageWords | null) => void = () => {};
  const words = new Promise<ImageWords | null>((resolve) => {
    answer = resolve;
  });
  const typed = () => ({
    ...{ alt: field.value.trim(), caption: caption.value.trim(), isWide: wide.checked },
  });
  const place = button('Insert image', () => answered(typed()), { class: 'primary' });
  const leave = button('Cancel', () => answered(null));
  const answered = (given: ImageWords | null) => {
    answer(given);
    for (const each of [place, leave, field, caption, wide]) each.disabled = true;
    if (given !== null) place.textContent = 'Inserting…';
  };
  const box = element(
    'div',
    { class: 'image-panel', 'data-waiting': '' },
    element('p', { class: 'muted' }, name),
    element('div', { class: 'image-preview' }, bar),
    element('label', { for: id }, 'What does the image show?'),
    field,
    element(
      'p',
      { class: 'hint' },
      'Alt text, for people who can’t see the image. Leave it empty if the image is decorative.',
    ),
    element('label', { for: caption.id }, 'Caption'),
    caption,
    element('p', { class: 'hint' }, 'Shown below the image. You can leave it empty.'),
    element('label', { class: 'choice' }, wide, ' Wider than the text'),
    element('div', { class: 'inline-group' }, place, leave),
    error,
  );
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Enter') place.click();
    else if (event.key === 'Escape') leave.click();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  for (const each of [field, caption]) each.addEventListener('keydown', press);
  queueMicrotask(() => field.focus());
  return {
    box,
    bar,
    words,
    uploaded: (url: string) =>
      bar.parentElement?.replaceChildren(element('img', { src: url, alt: '' })),
    fail(reason: string) {
      error.textContent = `${name}: ${reason}`;
      const close = button('Close', () => box.remove());
      delete box.dataset['waiting'];
      box.replaceChildren(error, element('div', { class: 'inline-group' }, close));
    },
  };
}
