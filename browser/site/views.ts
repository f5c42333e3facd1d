// On the page of a piece: says once that somebody really has it before them.

/** A glance while tabs are changed is no reading. */
const SHOWN_MS = 1_000;

const place = document.querySelector<HTMLElement>('[data-read]')?.dataset['read'];

let timer: ReturnType<typeof setTimeout> | undefined;

/** A page in the background, or drawn ahead of its being asked for, is not shown. */
function watch(address: string): void {
  clearTimeout(timer);
  if (document.visibilityState !== 'visible') return;
  timer = setTimeout(() => {
    document.removeEventListener('visibilitychange', changed);
    // Sent even when the reader goes on at once.
    navigator.sendBeacon(address);
  }, SHOWN_MS);
}

const changed = () => {
  if (place) watch(place);
};

document.addEventListener('visibilitychange', changed);
changed();
