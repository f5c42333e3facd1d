// The editor: enhances the plain form of a piece, which also works without script.

import { closeMenu, hideWhileTyping } from './bar.ts';
import { showCards } from './cards/cards.ts';
import { openSurface } from './code-mirror.ts';
import { coverPanel } from './cover/cover-panel.ts';
import { Details } from './details.ts';
import { element } from './element.ts';
import { growWithText } from './grow.ts';
import { acceptImages, leadsToWaitingImage } from './images/image-upload.ts';
import { touchRow } from './menus/touch-row.ts';
import { modes } from './modes.ts';
import { takeNotes } from './note-words.ts';
import { Service } from './page/calls.ts';
import { isBlank, isSame, Page } from './page/content.ts';
import { Preview } from './preview.ts';
import { Autosave } from './saving/autosave.ts';
import { conflictDialog } from './saving/conflict.ts';
import { takeOverFormerSlugs } from './saving/former-slugs.ts';
import { newId } from './saving/new-id.ts';
import type { State } from './saving/states.ts';
import { type StoredChanges, UnsavedChanges } from './saving/unsaved-changes.ts';
import { showUnsaved } from './saving/unsaved-notice.ts';
import { chooseSeries } from './series-choice.ts';
import { shortcutList } from './shortcuts.ts';
import { announce, goToTrouble, showState } from './status.ts';
import { findButton, findFromAnywhere } from './surface/find.ts';
import { rememberPlace, returnToPlace } from './surface/last-place.ts';
import { offerTags } from './tags.ts';
import { writeInFields } from './title-fields.ts';
import { takePastedPages } from './typing/pasting/paste-html.ts';
import { punctuationSwitch } from './typing/punctuation/switch.ts';
import { countDown, placeCount, showCounts } from './word-count.ts';
import { WritingSettings } from './writing-settings.ts';

const COUNT_MS = 400;
/** How long leaving for the desk waits for the last save. */
const PATIENCE_MS = 4000;
const clock = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });

/**
 * Excludes a form that was submitted without script and refused: no version has its content, and a newer text must not
 * replace it.
 */
const found = document.querySelector<HTMLFormElement>('form[data-editor]:not([data-refused])');
if (found) await open(found);

async function open(form: HTMLFormElement): Promise<void> {
  const { piece = 'new', version = '0', account = '', nonce = '', savedAt = '' } = form.dataset;
  const isNew = piece === 'new';
  await takeOverFormerSlugs(account);
  const id = isNew ? ((await UnsavedChanges.ofNewPiece(account)) ?? newId()) : piece;
  let changed = () => {};
  let chooseImage = () => {};
  const settings = new WritingSettings(account, () => showCounts(page, settings.goal));
  const view = surfaceIn(form, {
    nonce,
    onChange: () => changed(),
    chooseImage: () => chooseImage(),
    isTypewriter: () => settings.typewriter,
  });
  const page = new Page(form, view);
  const service = new Service(form);
  const unsaved = new UnsavedChanges(account, id, isNew);
  const line = document.querySelector<HTMLElement>('[data-saved]') ?? element('p');
  const preview = new Preview(page, service);
  const autosave = new Autosave({
    page,
    service,
    unsaved,
    id,
    version: Number(version),
    savedAt,
    show: (state) => {
      show(page, line, state, { autosave, unsaved });
      if (state.kind === 'saved' && autosave.isClean) bringNext(page, unsaved, autosave);
    },
    firstSaved: () => becomeAPiece(id),
  });
  const pieceId = async () => {
    if (autosave.isNew) await autosave.save(true);
    return autosave.isNew ? null : id;
  };
  const image = acceptImages({ view: page.view, service, pieceId });

  chooseSeries({ form, service, pieceId: () => id });
  chooseImage = () => image.click();
  takePastedPages(page.view, service);

  let counting: ReturnType<typeof setTimeout> | undefined;
  const publish = document.querySelector<HTMLElement>('.editor-bar a[data-after-saving]');
  const ahead = document.querySelector('[data-ahead]');
  changed = () => {
    if (publish) publish.hidden = false;
    // Notices about the earlier text no longer apply.
    for (const notice of document.querySelectorAll('.notice[role="status"]')) notice.remove();
    ahead?.removeAttribute('hidden');
    autosave.changed();
    preview.changed();
    clearTimeout(counting);
    counting = setTimeout(() => showCounts(page, settings.goal), COUNT_MS);
  };
  form.addEventListener('input', ({ target }) => {
    // Only fields of the piece have a name. CodeMirror reports its own changes, and the fields for alt texts have no
    // name.
    if (target instanceof Element && target.hasAttribute('name')) changed();
  });
  keys(form, autosave);
  writeInFields(page);
  if (isNew && document.activeElement === document.body) page.field('headline').focus();

  view.dom.after(preview.pane, touchRow(view, [image]));
  furnish(page, preview, settings.controls(punctuationSwitch(view)));
  findFromAnywhere(form, view);
  showCounts(page, settings.goal);
  placeCount(page, matchMedia('(max-width: 899px)'));
  for (const name of ['headline', 'sub']) {
    const field = page.field(name);
    if (!(field instanceof HTMLTextAreaElement)) continue;
    countDown(field);
    growWithText(field);
  }
  const tags = page.field('tags');
  if (tags instanceof HTMLInputElement)
    offerTags(tags, JSON.parse(tags.dataset['own'] ?? '[]'), changed);
  coverPanel({ page, service, pieceId, changed: () => changed() });
  if (savedAt) showState(page, line, { kind: 'saved', at: savedAt });
  await unsaved.takeOver((content) => isSame(content, autosave.last.content));
  bringBack(page, unsaved, autosave, Number(version));
  await showUnsaved();
  showCards({ page, service, save: () => autosave.save(false, true) });
  returnToPlace(view, account, id);
  rememberPlace(view, account, id);
  takeNotes(view, autosave);
  warnOfLoss({ autosave, unsaved });
  leaveWithEverything(page, autosave, id, () => {
    show(page, line, { kind: 'empty' }, { autosave, unsaved });
    page.field('headline').focus();
  });
}

/** Turns the page of a new piece into the page of that piece after the first save. */
function becomeAPiece(id: string): void {
  const url = `/desk/edit/pieces/${id}`;
  history.replaceState(null, '', url);
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-of-piece]')) {
    link.href = `${url}/${link.dataset['ofPiece']}`;
  }
  for (const part of document.querySelectorAll('[data-once-saved]')) part.removeAttribute('hidden');
  document.querySelector('[data-until-saved]')?.remove();
}

/** Sets up the bar, the drawer and the menu. */
function furnish({ form, view }: Page, preview: Preview, settings: HTMLElement): void {
  const drawer = form.querySelector<HTMLElement>('.details');
  modes(preview, drawer && new Details(drawer));
  hideWhileTyping(form);
  const menu = document.querySelector<HTMLDetailsElement>('.editor-bar .more');
  if (!menu) return;
  closeMenu(menu);
  const find = findButton(view, () => {
    menu.open = false;
  });
  menu.querySelector('.more-panel')?.append(find, settings, shortcutList());
}

/** Replaces the text area with CodeMirror, which takes over the label. */
function surfaceIn(
  form: HTMLFormElement,
  around: Omit<Parameters<typeof openSurface>[0], 'parent' | 'text' | 'labelId'>,
) {
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
  const view = openSurface({ parent, text: field.value, labelId: label.id, ...around });
  label.addEventListener('click', () => view.focus());
  if (isBeingWritten) {
    view.dispatch({ selection: { anchor: selectionStart, head: selectionEnd } });
    view.focus();
  }
  return view;
}

interface Saving {
  autosave: Autosave;
  unsaved: UnsavedChanges;
}

function show(page: Page, line: HTMLElement, state: State, { autosave, unsaved }: Saving): void {
  showState(page, line, state, unsaved.isStored);
  announce(page, state, unsaved.isStored);
  page.form.querySelector('.conflict')?.remove();
  if (state.kind !== 'conflict') return;
  const box = conflictDialog(page, state, async (choices) => {
    box.remove();
    page.view.focus();
    await autosave.resolveConflict(choices);
  });
  // The focus stays in the text: a key typed there must not make a choice.
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
  sayBroughtBack(page, words);
}

/** Brings back unsaved changes from another closed tab as a conflict, so the writer sees both texts. */
function bringNext(page: Page, unsaved: UnsavedChanges, autosave: Autosave): void {
  const words = unsaved.next();
  if (!words) return;
  const { last } = autosave;
  page.write(words.content);
  unsaved.store(words);
  autosave.showConflict(last, words.base ?? null);
  sayBroughtBack(page, words);
}

/** Says that the text is from this browser, until the writer goes on writing. */
function sayBroughtBack({ form }: Page, { at }: StoredChanges): void {
  const time = at ? ` of ${clock.format(new Date(at))}` : '';
  const words = `Brought back your unsaved changes${time}, which this browser had stored.`;
  form.closest('main')?.prepend(element('p', { class: 'notice', role: 'status' }, words));
}

/** Warns before the page is left with changes that are neither saved nor stored in this browser. */
function warnOfLoss({ autosave, unsaved }: Saving): void {
  addEventListener('beforeunload', (event) => {
    if (!unsaved.isStored && !autosave.isClean) event.preventDefault();
  });
}

function keys(form: HTMLFormElement, autosave: Autosave): void {
  addEventListener('keydown', (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.key !== 's') return;
    event.preventDefault();
    autosave.save(true);
  });
  // Enter in a single-line field must not submit the form.
  form.addEventListener('keydown', (event) => {
    const { target, key, isComposing } = event;
    if (key === 'Enter' && !isComposing && target instanceof HTMLInputElement)
      event.preventDefault();
  });
}

const isForAnotherTab = ({ ctrlKey, metaKey, shiftKey }: MouseEvent) =>
  ctrlKey || metaKey || shiftKey;

/** Saves before the form or a link leaves the page. */
function leaveWithEverything(
  page: Page,
  autosave: Autosave,
  id: string,
  showEmpty: () => void,
): void {
  const { form } = page;
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const { submitter } = event;
    const hasMore = submitter instanceof HTMLButtonElement && submitter.value === 'publish';
    const isNew = form.dataset['piece'] === 'new';
    if (hasMore && autosave.isNew && isBlank(page.read())) {
      showEmpty();
      return;
    }
    if (!(await autosave.save(true))) {
      goToTrouble(page);
      return;
    }
    if (hasMore && leadsToWaitingImage()) return;
    if (hasMore) location.assign(`/desk/edit/pieces/${id}/publish`);
    else if (isNew) location.assign(`/desk/edit/pieces/${id}`);
  });
  const back = document.querySelector<HTMLAnchorElement>('.editor-bar .back');
  back?.addEventListener('click', async (event) => {
    if (autosave.isClean || isForAnotherTab(event)) return;
    event.preventDefault();
    // Without a connection, the changes stay in this browser and the writer may leave.
    await Promise.race([autosave.save(), new Promise((over) => setTimeout(over, PATIENCE_MS))]);
    location.assign(back.href);
  });
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-after-saving]')) {
    link.addEventListener('click', async (event) => {
      if (isForAnotherTab(event)) return;
      if (leadsToWaitingImage()) event.preventDefault();
      if (autosave.isClean || event.defaultPrevented) return;
      event.preventDefault();
      if (await autosave.save()) location.assign(link.href);
      else goToTrouble(page);
    });
  }
}
