// The timers of autosave: for saving after a pause, for retries, and for storing changes in this browser.

/** The debounce: saves after this long without typing. */
const DEBOUNCE_MS = 1_500;
/** Saves at least this often while the writer types without a pause. */
const MAX_WAIT_MS = 10_000;
const STORE_MS = 1_000;
/** The backoff between retries doubles from the first delay to the last. */
const FIRST_RETRY_MS = 2_000;
const LAST_RETRY_MS = 15_000;

type Timer = ReturnType<typeof setTimeout> | undefined;

interface Acts {
  save(): void;
  /** Saves, unless the service has asked to wait. */
  saveWhenDue(): void;
  /** Stores the changes in this browser. */
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

  /** Called when the writer changes something. */
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

  /** Cancels all pending saves; only `start` or `retryLater` schedules one again. */
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
