// On the desk's home: lists the pieces with unsaved changes in this browser.

import { unsavedOf } from './editor/saving/unsaved-changes.ts';

const place = document.querySelector<HTMLElement>('[data-unsaved]');
const account = place?.dataset['unsaved'];
if (place && account) await show(place, account);

async function show(notice: HTMLElement, writer: string): Promise<void> {
  const pieces = await unsavedOf(writer);
  if (pieces.length === 0) return;
  const links = pieces.map((piece) => {
    const link = document.createElement('a');
    link.href = `/desk/edit/pieces/${piece}`;
    const listed = document.querySelector(`main li a[href="${link.getAttribute('href')}"]`);
    link.textContent = piece === 'new' ? 'a new piece' : (listed?.textContent ?? 'a piece');
    return link;
  });
  notice.append(
    'This browser has unsaved changes. Open the piece to save them: ',
    ...links.flatMap((link, at) => (at > 0 ? [', ', link] : [link])),
  );
  notice.hidden = false;
}
