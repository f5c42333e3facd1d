// Saves while one writes. Whatever goes wrong, the words stay in this browser and are sent later.

import { CallFailed, type FieldError, type Saved, type Service } from './calls.ts';
import type { Other } from './conflict.ts';
import { type Content, fieldsOf, isSame, type Page, sentForm, shownForm } from './content.ts';
import type { UnsavedChanges } from './unsaved-changes.ts';

const IDLE_MS = 1_500;
const LONGEST_MS = 10_000;
const KEEP_MS = 1_000;
const FIRST_RETRY_MS = 2_000;
const LAST_RETRY_MS = 15_000;

export type State =
  /** All of it, or all but the fields that were refused. */
  | { kind: 'saved'; at: string; but?: readonly FieldError[] }
  | { kind: 'writing' }
  | { kind: 'saving' }
  | { kind: 'away' }
  | { kind: 'signed-out' }
  | { kind: 'refused'; reason: string; errors: readonly FieldError[] }
  | { kind: 'conflict'; other: Other };

interface Place {
  page: Page;
  service: Service;
  kept: UnsavedChanges;
  id: string;
  /** Of the version on the page; 0 before the service has one. */
  version: number;
  /** When that version was saved, if it ever was. */
  savedAt: string;
  show(state: State): void;
  /** A new piece has been saved for the first time. */
  arrived(): void;
}

export class Saving {
  readonly #place: Place;
  #saved: Content;
  /** Sent, and not heard of since. */
  #unanswered: Content | null = null;
  #running: Promise<boolean> | null = null;
  #idle: ReturnType<typeof setTimeout> | undefined;
  #longest: ReturnType<typeof setTimeout> | undefined;
  #keeping: ReturnType<typeof setTimeout> | undefined;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #retryMs = FIRST_RETRY_MS;
  #isInConflict = false;
  /** Said once, not with every key. */
  #isWriting = false;

  constructor(place: Place) {
    this.#place = place;
    this.#saved = place.page.read();
    addEventListener('online', () => this.#again());
    addEventListener('focus', () => this.#again());
    addEventListener('pagehide', () => this.#keep());
  }

  get isNew(): boolean {
    return this.#place.version === 0;
  }

  /** What the service has, as far as this page knows. */
  get last(): Other {
    const { version, savedAt } = this.#place;
    return { version, saved_at: savedAt, saved_by: 'you, in another tab', content: this.#saved };
  }

  get isClean(): boolean {
    return isSame(this.#saved, this.#place.page.read());
  }

  /** Something was typed. */
  changed(): void {
    if (!this.#isInConflict && !this.#isWriting) this.#place.show({ kind: 'writing' });
    this.#isWriting = true;
    this.#keeping ??= setTimeout(() => this.#keep(), KEEP_MS);
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => this.save(), IDLE_MS);
    this.#longest ??= setTimeout(() => this.save(), LONGEST_MS);
  }

  /** Saves what is there now; says whether the service has it. */
  async save(byHand = false, isForced = this.isNew && byHand): Promise<boolean> {
    this.#stopTimers();
    while (this.#running) await this.#running;
    if (this.#isInConflict) return false;
    if (this.isClean && !isForced) {
      this.#asSaved();
      return true;
    }
    this.#running = this.#send(byHand);
    try {
      return await this.#running;
    } finally {
      this.#running = null;
    }
  }

  /** Ends a conflict: what is on the page now goes over the version that was shown. */
  settle(over: number): Promise<boolean> {
    this.#isInConflict = false;
    this.#place.version = over;
    return this.save(true, true);
  }

  /** Begins with a conflict, where words that were kept meet a newer text. */
  meet(other: Other): void {
    this.#isInConflict = true;
    this.#place.show({ kind: 'conflict', other });
  }

  async #send(byHand: boolean): Promise<boolean> {
    const { page, show } = this.#place;
    this.#isWriting = false;
    show({ kind: 'saving' });
    try {
      // As it was, so that the service can tell that it has it already.
      if (this.#unanswered) await this.#post(this.#unanswered, byHand);
      await this.#post(page.read(), byHand);
      this.#shown();
      return true;
    } catch (problem) {
      this.#keep();
      if (!(problem instanceof CallFailed)) throw problem;
      if (problem.failure === 'refused') return this.#sendTheRest(problem, byHand);
      this.#failed(problem);
      return false;
    }
  }

  async #post(content: Content, byHand: boolean): Promise<void> {
    const { service, version, id, kept, arrived } = this.#place;
    const { isNew } = this;
    this.#unanswered = content;
    try {
      const path = `/desk/edit/pieces/${isNew ? 'new' : id}/save`;
      const body = { ...sentForm(content), version, by_hand: byHand, ...(isNew && { id }) };
      const answer = await service.post<Saved>(path, body);
      this.#unanswered = null;
      this.#saved = content;
      this.#place.version = answer.version;
      this.#place.savedAt = answer.saved_at;
      this.#retryMs = FIRST_RETRY_MS;
    } catch (problem) {
      if (problem instanceof CallFailed && problem.failure !== 'away') this.#unanswered = null;
      throw problem;
    }
    if (!isNew) return;
    kept.arrived();
    arrived();
  }

  /** A field that is not as it should be holds up no other: they are saved without it. */
  async #sendTheRest(refusal: CallFailed, byHand: boolean): Promise<boolean> {
    const { page, show } = this.#place;
    const { message: reason, errors } = refusal;
    const rest = page.read();
    for (const name of fieldsOf(errors)) rest[name] = this.#saved[name];
    try {
      if (!isSame(rest, this.#saved)) await this.#post(rest, byHand);
      this.#keep();
      if (this.isNew) show({ kind: 'refused', reason, errors });
      else show({ kind: 'saved', at: this.#place.savedAt, but: errors });
    } catch (problem) {
      if (!(problem instanceof CallFailed)) throw problem;
      this.#failed(problem);
    }
    return false;
  }

  /** Says that it is saved, or that more was typed meanwhile. */
  #shown(): void {
    if (this.isClean) {
      this.#asSaved();
    } else {
      this.#keep();
      this.#place.show({ kind: 'saved', at: this.#place.savedAt });
    }
  }

  /** The service has every word: also where something was typed and taken back. */
  #asSaved(): void {
    const { kept, show, savedAt } = this.#place;
    clearTimeout(this.#keeping);
    this.#keeping = undefined;
    this.#isWriting = false;
    kept.forget();
    if (savedAt) show({ kind: 'saved', at: savedAt });
  }

  #failed({ failure, message, errors, theirs }: CallFailed): void {
    const { show } = this.#place;
    if (failure === 'conflict' && theirs) {
      const { version, saved_at, saved_by, ...content } = theirs;
      this.meet({ version, saved_at, saved_by, content: shownForm(content) });
    } else if (failure === 'refused') {
      show({ kind: 'refused', reason: message, errors });
    } else {
      show({ kind: failure === 'signed-out' ? 'signed-out' : 'away' });
      this.#retryLater();
    }
  }

  #retryLater(): void {
    this.#retry = setTimeout(() => this.save(), this.#retryMs);
    this.#retryMs = Math.min(this.#retryMs * 2, LAST_RETRY_MS);
  }

  /** Things may have become better: at once, and with patience anew. */
  #again(): void {
    this.#retryMs = FIRST_RETRY_MS;
    if (!this.isClean) this.save();
  }

  #keep(): void {
    clearTimeout(this.#keeping);
    this.#keeping = undefined;
    const { page, kept, version } = this.#place;
    const content = page.read();
    if (!isSame(this.#saved, content)) kept.keep({ content, version, sent: this.#unanswered });
  }

  #stopTimers(): void {
    clearTimeout(this.#idle);
    clearTimeout(this.#longest);
    clearTimeout(this.#retry);
    this.#longest = undefined;
    this.#retry = undefined;
  }
}
