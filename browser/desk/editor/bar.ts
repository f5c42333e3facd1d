// The bar at the top of the window: out of sight while one types, back when it is wanted.

const TYPING = 'is-typing';
/** A smaller step is a hand that trembles, or the text that settles. */
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
    // A browser reports a move as well when the page moves under a mouse that rests.
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

/** How much of the window the bar covers: nothing where it scrolls away with the page. */
export function barHeight(): number {
  const bar = document.querySelector('.editor-bar');
  if (!bar || getComputedStyle(bar).position !== 'sticky') return 0;
  return bar.getBoundingClientRect().height;
}

/** The menu closes when something else is pressed, and by Escape. */
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
