// The editor's top bar, which hides while the writer types and returns on a mouse move, a press, Escape or scrolling
// up.

const TYPING = 'is-typing';
/** Smaller scroll steps, in pixels, come from a trembling hand or a shifting layout and don't show the bar. */
const SCROLLED = 4;

export function hideWhileTyping(form: HTMLFormElement): void {
  const { classList } = document.body;
  const show = () => classList.remove(TYPING);
  form.addEventListener('beforeinput', ({ target }) => {
    const isText = target instanceof Element && target.closest('.cm-content, .prose textarea');
    if (isText) classList.add(TYPING);
  });
  let mouse = '';
  addEventListener('mousemove', ({ screenX, screenY }) => {
    // Browsers also report a move when the page scrolls under a resting mouse, so only a new screen position counts.
    const at = `${screenX} ${screenY}`;
    if (mouse !== at) show();
    mouse = at;
  });
  addEventListener('keydown', ({ key }) => key === 'Escape' && show());
  addEventListener('pointerdown', show);
  document.querySelector('.editor-bar')?.addEventListener('focusin', show);
  let last = scrollY;
  addEventListener(
    'scroll',
    () => {
      if (scrollY < last - SCROLLED) show();
      last = scrollY;
    },
    { passive: true },
  );
}

/** The height that the bar covers at the top of the window, or 0 if the bar scrolls away with the page. */
export function barHeight(): number {
  const bar = document.querySelector('.editor-bar');
  if (!bar || getComputedStyle(bar).position !== 'sticky') return 0;
  return bar.getBoundingClientRect().height;
}

/** Closes the menu on Escape, and when the writer presses outside it. */
export function closeMenu(menu: HTMLDetailsElement): void {
  addEventListener('pointerdown', ({ target }) => {
    if (target instanceof Node && !menu.contains(target)) menu.open = false;
  });
  menu.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || !menu.open) return;
    menu.open = false;
    menu.querySelector('summary')?.focus();
  });
}
