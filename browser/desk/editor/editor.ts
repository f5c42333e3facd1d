// The editor: enhances the plain form of a piece, which also works without script.

import { showCards } from './cards/cards.ts';
import { openSurface } from './code-mirror.ts';
import { isSame, Page } from './content.ts';
import { button, element } from './element.ts';
import { acceptImages } from './images/image-upload.ts';
import { Preview } from './preview.ts';
import { Autosave, type State } from './saving/autosave.ts';
import { Service } from './saving/calls.ts';
import { conflictDialog } from './saving/conflict.ts';
import { newId } from './saving/new-id.ts';
import { UnsavedChanges } from './saving/unsaved-changes.ts';
import { goToTrouble, showState } from './status.ts';
import { offerTags } from './tags.ts';
import { toolbarFor } from './toolbar.ts';
import { takePastedPages } from './typing/paste-html.ts';
import { punctuationSwitch } from './typing/punctuation/switch.ts';
import { countDown, placeCount, showCounts } from './word-count.ts';

const COUNT_MS = 400;

const found = document.querySelector<HTMLFormElement>('form[data-editor]');
if (found) await open(found);

async function open(form: HTMLFormElement): Promise<void> {
  const { piece = 'new', version = '0', account = '', nonce = '', savedAt = '' } = form.dataset;
  const isNew = piece === 'new';
  const id = isNew ? ((await UnsavedChanges.ofNewPiece(account)) ?? newId()) : piece;
  let changed = () => {};
  const page = new Page(
    form,
    surfaceIn(form, nonce, () => changed()),
  );
  const service = new Service(form);
  const unsaved = new UnsavedChanges(account, id, isNew);
  const line = form.querySelector<HTMLElement>('[data-saved]') ?? element('p');
  const preview = new Preview(page, service);
  const autosave = new Autosave({
    page,
    service,
    unsaved,
    id,
    version: Number(version),
    savedAt,
    show: (state) => {
      show(page, line, state, autosave);
      if (state.kind === 'saved' && autosave.isClean) bringNext(page, unsaved, autosave);
    },
    firstSaved: () => becomeAPiece(id),
  });
  const image = acceptImages({
    view: page.view,
    service,
    async pieceId() {
      if (autosave.isNew) await autosave.save(true);
      return autosave.isNew ? null : id;
    },
  });

  takePastedPages(page.view, service);

  let counting: ReturnType<typeof setTimeout> | undefined;
  const publish = form.querySelector<HTMLElement>('a[data-after-saving]');
  const ahead = document.querySelector('[data-ahead]');
  changed = () => {
    if (publish) publish.hidden = false;
    // Notices about the earlier text no longer apply.
    document.querySelector('.notice[role="status"]')?.remove();
    ahead?.removeAttribute('hidden');
    autosave.changed();
    preview.changed();
    clearTimeout(counting);
    counting = setTimeout(() => showCounts(page), COUNT_MS);
  };
  form.addEventListener('input', ({ target }) => {
    // Only the fields of the piece: CodeMirror reports its own changes, and the alt text is no field.
    if (target instanceof Element && target.hasAttribute('name')) changed();
  });
  keys(form, page, autosave);
  if (isNew && document.activeElement === document.body) page.field('headline').focus();

  page.view.dom.before(toolbarFor(page.view, [image]));
  page.view.dom.after(preview.pane);
  modes(form, preview);
  showCounts(page);
  page.view.dom.parentElement?.after(punctuationSwitch(page.view));
  placeCount(page, matchMedia('(max-width: 899px)'));
  for (const name of ['headline', 'sub']) {
    const field = page.field(name);
    if (field instanceof HTMLTextAreaElement) countDown(field);
  }
  const tags = page.field('tags');
  if (tags instanceof HTMLInputElement)
    offerTags(tags, JSON.parse(tags.dataset['own'] ?? '[]'), changed);
  if (savedAt) showState(page, line, { kind: 'saved', at: savedAt });
  await unsaved.takeOver((content) => isSame(content, autosave.last.content));
  bringBack(page, unsaved, autosave, Number(version));
  showCards({ page, service, save: () => autosave.save(false, true) });
  leaveWithEverything(page, autosave, id);
}

/** After the first save, the page becomes that of the piece. */
function becomeAPiece(id: string): void {
  const url = `/desk/edit/pieces/${id}`;
  history.replaceState(null, '', url);
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-of-piece]')) {
    link.href = `${url}/${link.dataset['ofPiece']}`;
  }
  document.querySelector('[data-once-saved]')?.removeAttribute('hidden');
}

/** Replaces the text area with CodeMirror, with the same label. */
function surfaceIn(form: HTMLFormElement, nonce: string, onChange: () => void) {
  const field = form.querySelector<HTMLTextAreaElement>('textarea[name="body_md"]');
  const label = field && form.querySelector<HTMLLabelElement>(`label[for="${field.id}"]`);
  if (!field || !label) throw new Error('The form has no text.');
  const parent = element('div', { class: 'writing-surface' });
  field.after(parent);
  const { selectionStart, selectionEnd } = field;
  const isBeingWritten = document.activeElement === field;
  field.hidden = true;
  field.removeAttribute('id');
  label.removeAttribute('for');
  label.id = 'text-label';
  const view = openSurface({ parent, text: field.value, labelId: label.id, nonce, onChange });
  label.addEventListener('click', () => view.focus());
  if (isBeingWritten) {
    view.dispatch({ selection: { anchor: selectionStart, head: selectionEnd } });
    view.focus();
  }
  return view;
}

function show(page: Page, line: HTMLElement, state: State, autosave: Autosave): void {
  showState(page, line, state);
  page.form.querySelector('.conflict')?.remove();
  if (state.kind !== 'conflict') return;
  const box = conflictDialog(page, state, async (choices) => {
    box.remove();
    page.view.focus();
    await autosave.resolveConflict(choices);
  });
  // The focus stays where it is: a key meant for the text must not choose.
  page.form.prepend(box);
}

/** Restores unsaved changes from an earlier session. */
function bringBack(page: Page, unsaved: UnsavedChanges, autosave: Autosave, version: number): void {
  const words = unsaved.next();
  if (!words) return;
  const there = page.read();
  const { last } = autosave;
  page.write(words.content);
  unsaved.store(words);
  // The loaded version may be the one that was sent last, if its response was lost.
  const isOver = words.version === version || (words.sent && isSame(words.sent, there));
  if (isOver) autosave.changed();
  else autosave.showConflict({ ...last, saved_by: 'you, elsewhere' }, words.base ?? null);
}

/** Unsaved changes from a tab that was closed: the writer sees both. */
function bringNext(page: Page, unsaved: UnsavedChanges, autosave: Autosave): void {
  const words = unsaved.next();
  if (!words) return;
  const { last } = autosave;
  page.write(words.content);
  unsaved.store(words);
  autosave.showConflict(last, words.base ?? null);
}

/** Keyboard shortcuts. */
function keys(form: HTMLFormElement, page: Page, autosave: Autosave): void {
  addEventListener('keydown', (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.key !== 's') return;
    event.preventDefault();
    autosave.save(true);
  });
  // Enter moves to the next field, and never submits the form.
  form.addEventListener('keydown', (event) => {
    const { target, key } = event;
    const isLine = target instanceof HTMLInputElement || target === page.field('headline');
    if (key !== 'Enter' || event.isComposing || !isLine) return;
    event.preventDefault();
    if (target === page.field('headline')) page.field('sub').focus();
  });
}

/** Preview and focus mode, by button or by shortcut. */
function modes(form: HTMLFormElement, preview: Preview): void {
  const look = button('Preview', () => toggleLook(), {
    'aria-pressed': 'false',
    title: 'Ctrl+Alt+P',
  });
  const quiet = button('Focus', () => toggleQuiet(), {
    'aria-pressed': 'false',
    title: 'Ctrl+Alt+F',
  });
  const toggleLook = () => {
    if (document.body.classList.contains('focus-mode')) toggleQuiet();
    preview.toggle();
    look.setAttribute('aria-pressed', String(preview.isOpen));
  };
  const toggleQuiet = () => {
    if (preview.isOpen) toggleLook();
    const isQuiet = document.body.classList.toggle('focus-mode');
    quiet.setAttribute('aria-pressed', String(isQuiet));
  };
  form.querySelector('[data-modes]')?.append(look, quiet);
  addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && document.body.classList.contains('focus-mode')) toggleQuiet();
    if (!(event.ctrlKey || event.metaKey) || !event.altKey) return;
    if (event.code === 'KeyP') toggleLook();
    else if (event.code === 'KeyF') toggleQuiet();
    else return;
    event.preventDefault();
  });
}

/** Saves before the form or a link leaves the page. */
function leaveWithEverything(page: Page, autosave: Autosave, id: string): void {
  const { form } = page;
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const { submitter } = event;
    const hasMore = submitter instanceof HTMLButtonElement && submitter.value === 'publish';
    const isNew = form.dataset['piece'] === 'new';
    if (!(await autosave.save(true))) {
      goToTrouble(page);
      return;
    }
    if (hasMore) location.assign(`/desk/edit/pieces/${id}/publish`);
    else if (isNew) location.assign(`/desk/edit/pieces/${id}`);
  });
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-after-saving]')) {
    link.addEventListener('click', async (event) => {
      if (autosave.isClean) return;
      event.preventDefault();
      if (await autosave.save()) location.assign(link.href);
      else goToTrouble(page);
    });
  }
}
