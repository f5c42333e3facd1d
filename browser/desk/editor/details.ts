// The drawer with the piece's details, next to the text. It can stay open while the writer types.

import { button } from './element.ts';

export class Details {
  readonly #drawer: HTMLElement;
  /** The element that had the focus before the drawer opened. */
  #from: Element | null = null;
  readonly toggleButton = button('Details', () => this.toggle(), {
    'aria-expanded': 'false',
    'aria-controls': 'details',
    'aria-keyshortcuts': 'Control+Alt+D',
    title: 'Ctrl+Alt+D',
  });

  constructor(drawer: HTMLElement) {
    this.#drawer = drawer;
    drawer.classList.add('drawer');
    drawer.prepend(
      button('Close', () => this.close(), { class: 'link-button', 'aria-label': 'Close details' }),
    );
    drawer.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      this.close();
    });
    // Opens the drawer if something in it must be seen, such as a refused field.
    drawer.addEventListener('reveal', () => this.#show());
    if (drawer.querySelector('[aria-invalid="true"]')) this.#show();
  }

  get isOpen(): boolean {
    return document.body.classList.contains('with-details');
  }

  toggle(): void {
    if (this.isOpen) this.close();
    else this.open();
  }

  open(): void {
    this.#show();
    this.#drawer.querySelector<HTMLElement>('input, select')?.focus();
  }

  close(): void {
    if (!this.isOpen) return;
    const hadFocus = this.#drawer.contains(document.activeElement);
    document.body.classList.remove('with-details');
    this.toggleButton.setAttribute('aria-expanded', 'false');
    if (!hadFocus) return;
    if (this.#from instanceof HTMLElement && this.#from.isConnected) this.#from.focus();
    else this.toggleButton.focus();
  }

  #show(): void {
    if (!this.isOpen) this.#from = document.activeElement;
    document.body.classList.add('with-details');
    this.toggleButton.setAttribute('aria-expanded', 'true');
  }
}
