// Plays what a card is about: its player is loaded when a reader presses Play, and not before.
// Without script, Play leads to the site itself.

import { playerOf } from '../../src/schemas/cards/providers.ts';

type Player = NonNullable<ReturnType<typeof playerOf>>;

/** Scripts and storage of its own, windows that a reader opens, and nothing of this page. */
const SANDBOX =
  'allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox allow-presentation';
const FEATURES = 'autoplay; encrypted-media; fullscreen';

for (const link of document.querySelectorAll<HTMLAnchorElement>('.card a.card-play')) {
  const player = playerOf(link.href);
  const card = link.closest('.card');
  if (!player || !card) continue;
  const heading = card.querySelector('a:not(.card-play)')?.textContent ?? '';
  link.setAttribute('role', 'button');
  if (heading) link.setAttribute('aria-label', `${link.textContent}: ${heading}`);
  link.addEventListener('click', (event) => {
    // A new tab or window is the reader's own choice.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    play(card, player, heading);
  });
  link.addEventListener('keydown', (event) => {
    if (event.key !== ' ') return;
    event.preventDefault();
    play(card, player, heading);
  });
}

function play(card: Element, { kind, src }: Player, title: string): void {
  const frame = document.createElement('iframe');
  frame.title = title;
  frame.referrerPolicy = 'strict-origin-when-cross-origin';
  frame.loading = 'eager';
  frame.allow = FEATURES;
  frame.setAttribute('sandbox', SANDBOX);
  frame.className = kind;
  frame.src = src;
  card.classList.add('playing');
  card.querySelector('a.card-play')?.parentElement?.replaceWith(frame);
  frame.focus();
}
