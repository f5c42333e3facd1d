// Image upload by button, paste or drop: shows the progress, asks for the alt text, then inserts it.

import type { EditorView } from '@codemirror/view';
import { button, element } from '../element.ts';
import { OFFLINE, type Service } from '../saving/calls.ts';

interface Image {
  url: string;
}

interface Place {
  view: EditorView;
  service: Service;
  /** Saves a new piece first, so that there is one to add images to. */
  pieceId(): Promise<string | null>;
}

export function acceptImages(place: Place): HTMLButtonElement {
  const { view } = place;
  const input = element('input', { type: 'file', accept: 'image/*', multiple: '', hidden: '' });
  const take = async (files: File[]) => {
    // What was said of earlier ones has been read by now.
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
    const images = [...(files ?? [])].filter(({ type }) => type.startsWith('image/'));
    if (images.length === 0) return;
    event.preventDefault();
    take(images);
  };
  // Before CodeMirror, which would insert the file name.
  view.dom.addEventListener(
    'paste',
    (event) => {
      // Word processors also put an image of the text on the clipboard; the text is meant.
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
  // An image without its alt text would be lost with the page.
  addEventListener('beforeunload', (event) => {
    if (view.dom.parentElement?.querySelector('.image-panel[data-waiting]')) event.preventDefault();
  });
  return button('Image', () => input.click(), {
    class: 'tool image',
    'aria-label': 'Image',
    title: 'Image',
  });
}

/** Whether an image waits for its alt text. Whoever goes on is led there: without, it would be left out. */
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
    const id = await pieceId();
    if (!id) throw new Error('Save the piece first.');
    const path = `/desk/edit/pieces/${id}/pictures`;
    const { url } = await upload(path, service.token, file, asked.bar);
    asked.uploaded(url);
    const alt = await asked.alt;
    if (alt !== null) setIn(view, `![${alt.replace(/[[\]\\]/g, '\\$&')}](${url})`);
    asked.box.remove();
    view.focus();
  } catch (problem) {
    const hadFocus = asked.box.contains(document.activeElement);
    asked.fail(problem instanceof Error ? problem.message : 'The upload failed.');
    // What is typed next is for the text.
    if (hadFocus) view.focus();
  }
}

/** As a paragraph of its own, at the cursor. */
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

/** The panel above the text: the upload's progress, and the field for the alt text. */
function askAbout(name: string) {
  const bar = element('progress', { max: '100', value: '0', 'aria-label': `Uploading ${name}` });
  asked += 1;
  const id = `image-alt-${asked}`;
  const field = element('input', { type: 'text', id, maxlength: '300' });
  const error = element('p', { class: 'error', role: 'alert' });
  let answer: (alt: string | null) => void = () => {};
  const alt = new Promise<string | null>((resolve) => {
    answer = resolve;
  });
  const place = button('Insert image', () => answered(field.value.trim()), { class: 'primary' });
  const leave = button('Cancel', () => answered(null));
  const answered = (words: string | null) => {
    answer(words);
    for (const each of [place, leave, field]) each.disabled = true;
    if (words !== null) place.textContent = 'Placing…';
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
    element('div', { class: 'inline-group' }, place, leave),
    error,
  );
  field.addEventListener('keydown', (event) => {
    if (event.key === 'Enter') place.click();
    else if (event.key === 'Escape') leave.click();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  queueMicrotask(() => field.focus());
  return {
    box,
    bar,
    alt,
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

const REFUSED = 'The image was refused.';

/** A proxy's own words instead of the service's: it is down. */
const isGateway = ({ status }: XMLHttpRequest) => status >= 500;

/** XMLHttpRequest, since fetch does not report upload progress. */
function upload(url: string, token: string, file: File, bar: HTMLProgressElement): Promise<Image> {
  const form = new FormData();
  form.append('form_token', token);
  form.append('file', file);
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', url);
    request.responseType = 'json';
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      bar.value = (loaded / total) * 100;
    });
    request.addEventListener('load', () => {
      const answer = request.response;
      if (answer?.ok) resolve(answer);
      else reject(new Error(answer?.reason ?? (isGateway(request) ? OFFLINE : REFUSED)));
    });
    request.addEventListener('error', () => reject(new Error(OFFLINE)));
    request.send(form);
  });
}
