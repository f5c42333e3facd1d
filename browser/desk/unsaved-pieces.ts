// On the desk: says which pieces have words in this browser that the service does not have yet.

import { unsavedOf } from './editor/unsaved-changes.ts';

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
    'Words that were not sent yet are kept in this browser. Open to send them: ',
    ...links.flatMap((link, at) => (at > 0 ? [', ', link] : [link])),
  );
  notice.hidden = false;
}
