// The preview and the details, of which one is open at a time, toggled by button or shortcut.

import type { Details } from './details.ts';
import { button } from './element.ts';
import type { Preview } from './preview.ts';

export function modes(preview: Preview, details: Details | null): void {
  const look = button('Preview', () => toggleLook(), {
    'aria-pressed': 'false',
    'aria-keyshortcuts': 'Control+Alt+P',
    title: 'Ctrl+Alt+P',
  });
  const toggleLook = () => {
    details?.close();
    preview.toggle();
    look.setAttribute('aria-pressed', String(preview.isOpen));
  };
  const toggleDetails = () => {
    if (preview.isOpen) toggleLook();
    details?.toggle();
  };
  // In the capture phase, so the preview closes before the drawer opens.
  details?.toggleButton.addEventListener('click', () => preview.isOpen && toggleLook(), true);
  const places = [look, ...(details ? [details.toggleButton] : [])];
  document.querySelector('[data-modes]')?.append(...places);
  addEventListener('keydown', (event) => {
    if (!(event.ctrlKey || event.metaKey) || !event.altKey) return;
    if (event.code === 'KeyP') toggleLook();
    else if (event.code === 'KeyD') toggleDetails();
    else return;
    event.preventDefault();
  });
}
