// Autosave: saves after a pause in typing and retries with backoff. Until a save succeeds, the unsaved changes stay in
// this browser. Changes saved elsewhere are merged in, or shown if this page has no changes.

import {
  type Choices,
  collisionsIn,
  contentWith,
  isMerged,
  type Merge,
  mergeContents,
} from '../../../../src/rendering/diff/merge-contents.ts';
import { CallFailed, type Newer, type Saved, type Service } from '../page/calls.ts';
import { type Content, fieldsOf, isSame, type Page, sentForm } from '../page/content.ts';
import type { Other } from './conflict.ts';
import { otherFrom, type State } from './states.ts';
import { Timers } from './timers.ts';
import type { UnsavedChanges } from './unsaved-changes.ts';

interface Options {
  page: Page;
  service: Service;
  unsaved: UnsavedChanges;
  id: string;
  /** The number of the version on the page; 0 before the first save. */
  version: number;
  /** When that version was saved; empty before the first save. */
  savedAt: string;
  show(state: State): void;
  /** Shows the proposals that are open now. */
  showProposals(notice: string): void;
  /** Called when a new piece has been saved for the first time. */
  firstSaved(): void;
}

export class Autosave {
  readonly #options: Options;
  #saved: Content;
  /** Content that was sent and has no response yet. */
  #unanswered: Content | null = null;
  #running: Promise<boolean> | null = null;
  readonly #timers = new Timers({
    save: () => this.save(),
    saveWhenDue: () => this.#saveWhenDue(),
    store: () => this.#store(),
  });
  /** The state shown while the service has asked to wait, and the end of that wait. */
  #asked: { state: State; until: number } | null = null;
  /**
   * The conflict that the writer has to resolve. `base` is the version that both sides started from, or null if
   * unknown.
   */
  #conflict: { other: Other; base: Content | null; merge: Merge } | null = null;
  /** The page's content before something was merged into it. The next save sends it along. */
  #mergedFrom: Content | null = null;
  /** True while this class writes to the page, so that `changed` ignores these changes. */
  #isApplying = false;
  /** Whether the save that will be shown next merged something. */
  #hasMerged = false;
  /** True if a page without changes says that another account is signed in. */
  #isOfAnother = false;
  /** Whether “Writing…” is shown already, so that it isn't shown again with every key. */
  #isWriting = false;

  constructor(options: Options) {
    this.#options = options;
    this.#saved = options.page.read();
    addEventListener('online', () => this.#retryNow());
    addEventListener('focus', () => {
      this.#retryNow();
      this.#showNewer();
    });
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible') this.#showNewer();
    });
    addEventListener('pagehide', () => this.#store());
  }

  get isNew(): boolean {
    return this.#options.version === 0;
  }

  /** The last saved version that this page knows of. */
  get last(): Other {
    const { version, savedAt } = this.#options;
    return { version, saved_at: savedAt, saved_by: 'you, in another tab', content: this.#saved };
  }

  get isClean(): boolean {
    // Content that a merge or the other text has replaced becomes a separate version and must be sent first.
    return this.#mergedFrom === null && isSame(this.#saved, this.#options.page.read());
  }

  /** Called when the writer changes something. */
  changed(): void {
    if (this.#isApplying) return;
    if (!this.#conflict && !this.#isWriting) this.#options.show({ kind: 'writing' });
    this.#isWriting = true;
    this.#timers.start();
  }

  /** Saves the current content; returns whether it was saved. */
  async save(byHand = false, isForced = this.isNew && byHand): Promise<boolean> {
    this.#timers.stopSaving();
    while (this.#running) await this.#running;
    if (this.#conflict) return false;
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

  /** Resolves a conflict: saves the page's content with the writer's choices as a version after the other one. */
  async resolveConflict(choices: Choices): Promise<boolean> {
    if (!this.#conflict) return false;
    const { other, base, merge } = this.#conflict;
    const mine = this.#options.page.read();
    const now = mergeContents(base, mine, other.content);
    // The writer has typed meanwhile, and the choices no longer match the collisions.
    if (collisionsIn(now) !== collisionsIn(merge)) {
      this.showConflict(other, base);
      return false;
    }
    this.#conflict = null;
    this.#takeOver(other, mine, contentWith(now, choices));
    return this.save(true, true);
  }

  /**
   * Compares the page's changes with a newer version: merges them, or shows the conflict if both changed the same
   * place.
   */
  showConflict(other: Other, base: Content | null): void {
    const merge = this.#merge(other, base);
    this.#conflict = isMerged(merge) ? null : { other, base, merge };
    if (this.#conflict) this.#options.show({ kind: 'conflict', other, merge });
    else this.changed();
  }

  /** Merges both sides. If no place was changed on both sides, writes the result to the page. */
  #merge(other: Other, base: Content | null): Merge {
    const mine = this.#options.page.read();
    const merge = mergeContents(base, mine, other.content);
    if (isMerged(merge)) this.#takeOver(other, mine, contentWith(merge, []));
    return merge;
  }

  /** From now on, the page is based on the other version. */
  #takeOver(other: Other, mine: Content, content: Content): void {
    this.#options.version = other.version;
    this.#options.savedAt = other.saved_at;
    this.#saved = other.content;
    if (isSame(mine, content)) return;
    this.#mergedFrom = mine;
    this.#apply(content);
  }

  #apply(content: Content): void {
    this.#isApplying = true;
    this.#options.page.write(content);
    this.#isApplying = false;
  }

  /** Shows what was saved elsewhere meanwhile, if this page has no changes. */
  async #showNewer(): Promise<void> {
    const { service, id, version, page, show } = this.#options;
    const isIdle = () =>
      !this.#running && !this.#conflict && this.#options.version === version && this.isClean;
    if (this.isNew || !isIdle()) return;
    const path = `/desk/edit/pieces/${id}/newer`;
    const answer = await service
      .post<Newer>(path, { version })
      .catch((problem) => this.#sayWhoIsSignedIn(problem));
    if (answer) this.#options.showProposals(answer.proposals);
    if (!answer || !isIdle()) return;
    if (this.#isOfAnother) this.#showSaved();
    this.#isOfAnother = false;
    if (!answer.theirs) return;
    const other = otherFrom(answer.theirs);
    const isNews = !isSame(other.content, page.read());
    this.#options.version = other.version;
    this.#options.savedAt = other.saved_at;
    this.#saved = other.content;
    if (!isNews) return;
    this.#apply(other.content);
    // Read back from the page, since a browser may change line ends.
    this.#saved = page.read();
    show({ kind: 'saved', at: other.saved_at, beside: 'shown' });
  }

  #sayWhoIsSignedIn(problem: unknown): null {
    this.#isOfAnother = problem instanceof CallFailed && problem.failure === 'another-account';
    if (this.#isOfAnother && problem instanceof CallFailed) {
      this.#options.show(stateAfter(problem.failure, problem.message));
    }
    return null;
  }

  async #send(byHand: boolean): Promise<boolean> {
    const { page, show } = this.#options;
    this.#isWriting = false;
    this.#asked = null;
    show({ kind: 'saving' });
    try {
      // Sent again unchanged, so the service can recognise that it already has this content.
      if (this.#unanswered) await this.#post(this.#unanswered, byHand);
      await this.#post(page.read(), byHand);
      this.#shown();
      return true;
    } catch (problem) {
      this.#store();
      if (!(problem instanceof CallFailed)) throw problem;
      if (problem.failure === 'refused') return this.#sendTheRest(problem, byHand);
      const { theirs } = problem;
      const merge = theirs && this.#merge(otherFrom(theirs), this.#saved);
      if (merge && isMerged(merge)) return this.#send(byHand);
      this.#failed(problem);
      return false;
    }
  }

  async #post(content: Content, byHand: boolean): Promise<void> {
    const { service, version, id, unsaved, firstSaved } = this.#options;
    const { isNew } = this;
    const mergedFrom = this.#mergedFrom;
    this.#unanswered = content;
    try {
      const path = `/desk/edit/pieces/${isNew ? 'new' : id}/save`;
      const body = {
        ...{ ...sentForm(content), version, by_hand: byHand, ...(isNew && { id }) },
        ...(mergedFrom && { merged_from: sentForm(mergedFrom) }),
      };
      const answer = await service.post<Saved>(path, body);
      this.#unanswered = null;
      this.#saved = content;
      this.#options.version = answer.version;
      this.#options.savedAt = answer.saved_at;
      this.#timers.resetBackoff();
      this.#mergedFrom = null;
      this.#hasMerged ||= mergedFrom !== null;
      if (answer.proposals !== undefined) this.#options.showProposals(answer.proposals);
    } catch (problem) {
      if (problem instanceof CallFailed && !isPassing(problem)) this.#unanswered = null;
      throw problem;
    }
    if (!isNew) return;
    unsaved.firstSaved();
    firstSaved();
  }

  /** Saves the valid fields without the invalid ones. */
  async #sendTheRest(refusal: CallFailed, byHand: boolean): Promise<boolean> {
    const { page, show } = this.#options;
    const { message: reason, errors } = refusal;
    const rest = page.read();
    const merged = this.#mergedFrom;
    for (const name of fieldsOf(errors)) {
      rest[name] = this.#saved[name];
      if (merged) merged[name] = this.#saved[name];
    }
    try {
      if (merged || !isSame(rest, this.#saved)) await this.#post(rest, byHand);
      this.#store();
      if (this.isNew) show({ kind: 'refused', reason, errors });
      else show({ kind: 'saved', at: this.#options.savedAt, but: errors });
    } catch (problem) {
      if (!(problem instanceof CallFailed)) throw problem;
      this.#failed(problem);
    }
    return false;
  }

  /** Shows that the content was saved, and stores changes that were typed since. */
  #shown(): void {
    if (this.isClean) {
      this.#asSaved();
    } else {
      this.#store();
      this.#showSaved();
    }
  }

  #showSaved(): void {
    const { show, savedAt } = this.#options;
    show({ kind: 'saved', at: savedAt, ...(this.#hasMerged && { beside: 'merged' }) });
    this.#hasMerged = false;
  }

  /** Shows that everything is saved, even if the writer has undone all changes. */
  #asSaved(): void {
    const { unsaved, savedAt } = this.#options;
    this.#timers.stopStoring();
    this.#isWriting = false;
    unsaved.forget();
    if (savedAt) this.#showSaved();
  }

  #failed({ failure, message, errors, theirs, waitMs }: CallFailed): void {
    const { show } = this.#options;
    if (failure === 'conflict' && theirs) {
      this.showConflict(otherFrom(theirs), this.#saved);
    } else if (failure === 'refused') {
      show({ kind: 'refused', reason: message, errors });
    } else {
      const state = stateAfter(failure, message);
      show(state);
      this.#asked = waitMs > 0 ? { state, until: Date.now() + waitMs } : null;
      this.#timers.retryLater(waitMs);
    }
  }

  /** Retries immediately and resets the backoff, since the connection may be back. */
  #retryNow(): void {
    this.#timers.resetBackoff();
    if (!this.isClean) this.#saveWhenDue();
  }

  /**
   * Saves, unless the service has asked to wait: then the retry timer saves. Saving by hand calls `save` and never
   * waits.
   */
  #saveWhenDue(): void {
    const asked = this.#asked;
    if (this.isClean || !asked || Date.now() >= asked.until) {
      this.save();
      return;
    }
    this.#timers.stopDebounce();
    this.#isWriting = false;
    this.#store();
    this.#options.show(asked.state);
  }

  #store(): void {
    this.#timers.stopStoring();
    const { page, unsaved, version } = this.#options;
    const shown = page.read();
    // If the page shows the saved content, only the content that a merge replaced still has to be stored.
    const content = isSame(this.#saved, shown) ? this.#mergedFrom : shown;
    if (content) unsaved.store({ content, version, sent: this.#unanswered, base: this.#saved });
  }
}

function stateAfter(failure: CallFailed['failure'], message: string): State {
  if (failure === 'unavailable' || failure === 'another-account') {
    return { kind: failure, reason: message };
  }
  return { kind: failure === 'signed-out' ? failure : 'offline' };
}

/** Whether the save should be sent again later, because its outcome is unknown. */
const isPassing = ({ failure }: CallFailed) => failure === 'offline' || failure === 'unavailable';
