// The notice that this browser has unsaved changes, with a link to each piece.

import { element } from '../element.ts';
import { takeOverFormerSlugs } from './former-slugs.ts';
import { type UnsavedPiece, unsavedOf } from './unsaved-changes.ts';

export async function showUnsaved(): Promise<void> {
  const script = document.querySelector<HTMLElement>('script[data-unsaved-of]');
  const account = script?.dataset['unsavedOf'];
  if (!account) return;
  await takeOverFormerSlugs(account);
  const links = (await unsavedOf(account)).map((each) =>
    element('a', { href: `/desk/edit/pieces/${each.piece}` }, nameOf(each)),
  );
  if (links.length === 0) return;
  const notice = element(
    'p',
    { class: 'notice unsaved-notice' },
    'This browser has unsaved changes. Open the piece to save them: ',
    ...links.flatMap((link, at) => (at > 0 ? [', ', link] : [link])),
  );
  const main = document.querySelector('main');
  const done = main?.querySelector(':scope > .notice');
  if (done) done.after(notice);
  else main?.prepend(notice);
}

function nameOf({ piece, headline }: UnsavedPiece): string {
  if (piece !== 'new') return headline || 'a piece without a headline';
  return headline ? `${headline} (new piece)` : 'a new piece';
}
