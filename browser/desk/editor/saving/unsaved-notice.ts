// The notice that this browser has unsaved changes, with a link to each piece.

import { button, element } from '../element.ts';
import { takeOverFormerSlugs } from './former-slugs.ts';
import { type UnsavedPiece, unsavedOf } from './unsaved-changes.ts';

export async function showUnsaved(): Promise<void> {
  const script = document.querySelector<HTMLElement>('script[data-unsaved-of]');
  const account = script?.dataset['unsavedOf'];
  if (!account) return;
  await takeOverFormerSlugs(account);
  const all = await unsavedOf(account);
  // The page of a piece that can't be edited, because it is in review, in the trash or deleted.
  const isHere = ({ piece }: UnsavedPiece) =>
    !document.querySelector('form[data-editor]') &&
    [urlOf(piece), `/desk/trash/${piece}`].includes(location.pathname);
  const others = all.filter((each) => !isHere(each));
  const notices = all.filter(isHere).map(textNotice);
  if (others.length > 0) notices.push(linkNotice(others));
  const main = document.querySelector('main');
  const done = main?.querySelector(':scope > .notice');
  if (done) done.after(...notices);
  else main?.prepend(...notices);
}

const urlOf = (piece: string) => `/desk/edit/pieces/${piece}`;

function linkNotice(pieces: readonly UnsavedPiece[]): HTMLElement {
  const links = pieces.map((each) => element('a', { href: urlOf(each.piece) }, nameOf(each)));
  return element(
    'p',
    { class: 'notice unsaved-notice' },
    'This browser has unsaved changes. Open the piece to save them: ',
    ...links.flatMap((link, at) => (at > 0 ? [', ', link] : [link])),
  );
}

/** Shows the text itself, for the writer to copy or discard. */
function textNotice({ contents, keys }: UnsavedPiece): HTMLElement {
  const texts = contents.map(({ headline, sub, body_md }) =>
    element(
      'textarea',
      { readonly: '', rows: '10', 'aria-label': 'Unsaved text' },
      [headline, sub, body_md].filter(Boolean).join('\n\n'),
    ),
  );
  const notice = element(
    'div',
    { class: 'notice unsaved-notice' },
    element('p', {}, 'This browser has unsaved changes to this piece, which can’t be edited now.'),
    ...texts,
    button('Discard them', () => {
      if (!confirm('Discard the unsaved changes? They are nowhere else.')) return;
      for (const key of keys) localStorage.removeItem(key);
      notice.remove();
    }),
  );
  return notice;
}

function nameOf({ piece, contents }: UnsavedPiece): string {
  const headline = contents[0]?.headline.trim();
  if (piece !== 'new') return headline || 'a piece without a headline';
  return headline ? `${headline} (new piece)` : 'a new piece';
}
