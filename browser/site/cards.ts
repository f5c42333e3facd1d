// Plays a card's video or audio in place: the player is loaded only when a reader presses Play. Without script, Play
// leads to the provider's site.

import { playerOf } from '../../src/schemas/cards/providers.ts';

type Player = NonNullable<ReturnType<typeof playerOf>>;

/** The player may run scripts, use its own storage and open windows, but can't touch this page. */
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
    // With a modifier key, the reader asks for a new tab or window.
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
