// Counts a view of a piece, once the page has been visible for a moment.

/** A page visible for less than this, such as while the reader switches tabs, is not a view. */
const SHOWN_MS = 1_000;

const place = document.querySelector<HTMLElement>('[data-read]')?.dataset['read'];

let timer: ReturnType<typeof setTimeout> | undefined;

/** Starts the count while the page is visible, which a background or prerendered page is not. */
function watch(url: string): void {
  clearTimeout(timer);
  if (document.visibilityState !== 'visible') return;
  timer = setTimeout(() => {
    document.removeEventListener('visibilitychange', changed);
    // A beacon is sent even if the reader leaves immediately.
    navigator.sendBeacon(url);
  }, SHOWN_MS);
}

const changed = () => {
  if (place) watch(place);
};

document.addEventListener('visibilitychange', changed);
changed();
