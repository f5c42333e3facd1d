// The preview: the very HTML that will be published, beside the text or in its place.

import type { Service } from './calls.ts';
import type { Page } from './content.ts';
import { element } from './element.ts';
import { keepInStep } from './preview-step.ts';

const PAUSE_MS = 250;

export class Preview {
  readonly pane = element('section', {
    class: 'preview',
    'aria-label': 'Preview',
    tabindex: '0',
    hidden: '',
  });
  readonly #page: Page;
  readonly #service: Service;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #asked = 0;

  constructor(page: Page, service: Service) {
    this.#page = page;
    this.#service = service;
    addEventListener('scroll', () => this.#follow(), { passive: true });
  }

  get isOpen(): boolean {
    return !this.pane.hidden;
  }

  toggle(): void {
    this.pane.hidden = this.isOpen;
    document.body.classList.toggle('with-preview', this.isOpen);
    if (!this.isOpen) return;
    this.#draw();
    // On a phone it stands in the place of the text, which may be further down.
    this.pane.scrollIntoView({ block: 'nearest' });
  }

  changed(): void {
    if (!this.isOpen) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#draw(), PAUSE_MS);
  }

  async #draw(): Promise<void> {
    const { headline, sub, body_md, locale } = this.#page.read();
    this.#asked += 1;
    const asked = this.#asked;
    const body = { headline: '', body_md };
    const answer = await this.#service
      .post<{ html: string }>('/desk/edit/preview', body)
      .catch((problem) => ({ html: null, reason: String(problem.message) }));
    // A later one may have come back first.
    if (asked !== this.#asked) return;
    const article = element(
      'article',
      { lang: locale, dir: 'auto' },
      element('h1', {}, headline || 'Headline'),
    );
    if (sub.trim()) article.append(element('p', { class: 'standfirst' }, sub));
    const text = element('div', { class: 'text' });
    // Made and sanitised by the service, as for readers.
    if (answer.html !== null) text.innerHTML = answer.html;
    else text.append(element('p', { class: 'muted' }, answer.reason));
    article.append(text);
    this.pane.replaceChildren(article);
    this.#follow();
  }

  #follow(): void {
    if (!this.isOpen) return;
    const { view } = this.#page;
    // What the sticky bar and tools cover is not read.
    const tools = view.dom.previousElementSibling?.getBoundingClientRect();
    keepInStep(view, this.pane, Math.max(0, tools?.bottom ?? 0));
  }
}
