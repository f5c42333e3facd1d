// When autosave acts: after a pause in typing, again after a failure, and on the browser's own storage.

/** The debounce: saves once nothing was typed for so long. */
const DEBOUNCE_MS = 1_500;
/** While typing goes on without a pause, it saves this often. */
const MAX_WAIT_MS = 10_000;
const STORE_MS = 1_000;
/** The backoff doubles from the first delay to the last. */
const FIRST_RETRY_MS = 2_000;
const LAST_RETRY_MS = 15_000;

type Timer = ReturnType<typeof setTimeout> | undefined;

interface Acts {
  save(): void;
  /** Unless the service has asked to wait. */
  saveWhenDue(): void;
  /** In this browser. */
  store(): void;
}

export class Timers {
  readonly #acts: Acts;
  #debounce: Timer;
  #maxWait: Timer;
  #storing: Timer;
  #retry: Timer;
  #retryMs = FIRST_RETRY_MS;

  constructor(acts: Acts) {
    this.#acts = acts;
  }

  /** Something was typed. */
  start(): void {
    const { saveWhenDue, store } = this.#acts;
    this.#storing ??= setTimeout(store, STORE_MS);
    clearTimeout(this.#debounce);
    this.#debounce = setTimeout(saveWhenDue, DEBOUNCE_MS);
    this.#maxWait ??= setTimeout(saveWhenDue, MAX_WAIT_MS);
  }

  stopDebounce(): void {
    clearTimeout(this.#debounce);
    clearTimeout(this.#maxWait);
    this.#maxWait = undefined;
  }

  stopStoring(): void {
    clearTimeout(this.#storing);
    this.#storing = undefined;
  }

  /** Nothing is saved any more but by a new start. */
  stopSaving(): void {
    this.stopDebounce();
    clearTimeout(this.#retry);
    this.#retry = undefined;
  }

  retryLater(waitMs: number): void {
    this.#retry = setTimeout(this.#acts.save, Math.max(this.#retryMs, waitMs));
    this.#retryMs = Math.min(this.#retryMs * 2, LAST_RETRY_MS);
  }

  resetBackoff(): void {
    this.#retryMs = FIRST_RETRY_MS;
  }
}
