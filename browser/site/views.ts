// Counts a view of a piece, once the page has been visible for a moment.

/** Shorter than this is not a view, such as while switching tabs. */
const SHOWN_MS = 1_000;

const place = document.querySelector<HTMLElement>('[data-read]')?.dataset['read'];

let timer: ReturnType<typeof setTimeout> | undefined;

/** A page in the background, or prerendered, is not visible. */
function watch(url: string): void {
  clearTimeout(timer);
  if (document.visibilityState !== 'visible') return;
  timer = setTimeout(() => {
    document.removeEventListener('visibilitychange', changed);
    // A beacon is sent even if the reader leaves at once.
    navigator.sendBeacon(url);
  }, SHOWN_MS);
}

const changed = () => {
  if (place) watch(place);
};

document.addEventListener('visibilitychange', changed);
changed();
