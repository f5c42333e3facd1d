// Pictures by button, paste or drop: sent with a bar that shows how far, then set into the text.

import type { EditorView } from '@codemirror/view';
import type { Service } from './calls.ts';
import { button, element } from './element.ts';

interface Picture {
  url: string;
}

interface Place {
  view: EditorView;
  service: Service;
  /** Makes sure that there is a piece to put them into. */
  pieceId(): Promise<string | null>;
}

export function takePictures({ view, service, pieceId }: Place): HTMLButtonElement {
  const input = element('input', { type: 'file', accept: 'image/*', multiple: '', hidden: '' });
  const take = async (files: File[]) => {
    for (const file of files) await takeOne(view, service, pieceId, file);
  };
  input.addEventListener('change', async () => {
    await take([...(input.files ?? [])]);
    input.value = '';
  });
  view.dom.after(input);
  const fromEvent = (event: ClipboardEvent | DragEvent, files: FileList | undefined) => {
    const pictures = [...(files ?? [])].filter(({ type }) => type.startsWith('image/'));
    if (pictures.length === 0) return;
    event.preventDefault();
    take(pictures);
  };
  // Before CodeMirror, which would put a file's name into the text.
  view.dom.addEventListener('paste', (event) => fromEvent(event, event.clipboardData?.files), true);
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
  return button('Image', () => input.click(), {
    class: 'tool image',
    'aria-label': 'Image',
    title: 'Image',
  });
}

async function takeOne(view: EditorView, service: Service, pieceId: Place['pieceId'], file: File) {
  const asked = askAbout(file);
  view.dom.before(asked.box);
  try {
    const id = await pieceId();
    if (!id) throw new Error('Save the piece first.');
    const { url } = await upload(
      `/desk/edit/pieces/${id}/pictures`,
      service.token,
      file,
      asked.bar,
    );
    asked.bar.remove();
    const alt = await asked.alt();
    if (alt !== null) setIn(view, `![${alt.replace(/[[\]\\]/g, '\\$&')}](${url})`);
    asked.box.remove();
    view.focus();
  } catch (problem) {
    asked.fail(problem instanceof Error ? problem.message : 'That did not work.');
  }
}

/** On a paragraph of its own, where the cursor is. */
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

/** The box over the text: how far the picture is, and what it shows for those who cannot see it. */
function askAbout(file: File) {
  const bar = element('progress', { max: '100', value: '0', 'aria-label': `Sending ${file.name}` });
  asked += 1;
  const id = `picture-alt-${asked}`;
  const field = element('input', { type: 'text', id, maxlength: '300' });
  const error = element('p', { class: 'error', role: 'alert' });
  const place = button('Place it', () => answered?.(field.value.trim()), { class: 'primary' });
  const leave = button('Leave it out', () => answered?.(null));
  let answered: ((alt: string | null) => void) | undefined;
  const box = element(
    'div',
    { class: 'picture-box' },
    element('p', { class: 'muted' }, file.name),
    bar,
    element('label', { for: id }, 'What does the picture show?'),
    field,
    element(
      'p',
      { class: 'hint' },
      'Read out to people who cannot see it. Empty if it only decorates.',
    ),
    element('div', { class: 'row' }, place, leave),
    error,
  );
  field.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') leave.click();
    if (event.key !== 'Enter') return;
    event.preventDefault();
    place.click();
  });
  const alt = new Promise<string | null>((resolve) => {
    answered = resolve;
  });
  queueMicrotask(() => field.focus());
  return {
    box,
    bar,
    alt: () => alt,
    fail(reason: string) {
      error.textContent = `${file.name}: ${reason}`;
      const close = button('Close', () => box.remove());
      box.replaceChildren(error, element('div', { class: 'row' }, close));
    },
  };
}

/** fetch cannot say how far it is; this older way can. */
function upload(
  url: string,
  token: string,
  file: File,
  bar: HTMLProgressElement,
): Promise<Picture> {
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
      else reject(new Error(answer?.reason ?? 'The picture was not taken.'));
    });
    request.addEventListener('error', () => reject(new Error('There is no connection.')));
    request.send(form);
  });
}
