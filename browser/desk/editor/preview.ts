// The preview: the HTML that will be published, next to the text or instead of it.

import { barHeight } from './bar.ts';
import { coverPreview } from './cover/cover-preview.ts';
import { element } from './element.ts';
import type { Service } from './page/calls.ts';
import type { Page } from './page/content.ts';
import { goToStep, keepInStep, placeIn } from './preview-scroll.ts';

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
  #leftAt = 0;
  readonly #isNarrow = matchMedia('(max-width: 899px)');

  constructor(page: Page, service: Service) {
    this.#page = page;
    this.#service = service;
    addEventListener('scroll', () => this.#follow(), { passive: true });
  }

  get isOpen(): boolean {
    return !this.pane.hidden;
  }

  toggle(): void {
    // On a phone the preview replaces the text, at the same scroll position.
    const isInPlace = this.#isNarrow.matches;
    if (this.isOpen) {
      this.pane.hidden = true;
      document.body.classList.remove('with-preview');
      if (isInPlace) scrollTo(0, this.#leftAt);
      return;
    }
    const step = isInPlace ? placeIn(this.#page.view, barHeight()) : null;
    this.#leftAt = scrollY;
    this.pane.hidden = false;
    document.body.classList.add('with-preview');
    this.#draw().then(() => {
      if (step) goToStep(this.pane, step, barHeight());
    });
  }

  changed(): void {
    if (!this.isOpen) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#draw(), PAUSE_MS);
  }

  async #draw(): Promise<void> {
    const { headline, sub, body_md, locale, image } = this.#page.read();
    this.#asked += 1;
    const asked = this.#asked;
    const body = { headline: '', body_md, piece: this.#page.form.dataset['piece'] };
    const answer = await this.#service
      .post<{ html: string }>('/desk/edit/preview', body)
      .catch((problem) => ({ html: null, reason: String(problem.message) }));
    // The response to a later request may have arrived first.
    if (asked !== this.#asked) return;
    const article = element(
      'article',
      { lang: locale, dir: 'auto' },
      element('h1', {}, headline || 'Headline'),
    );
    if (sub.trim()) article.append(element('p', { class: 'standfirst' }, sub));
    article.append(...coverPreview(image));
    const text = element('div', { class: 'text' });
    // The service has rendered and sanitised this HTML, as it does for readers.
    if (answer.html !== null) text.innerHTML = answer.html;
    else text.append(element('p', { class: 'muted' }, answer.reason));
    article.append(text);
    this.pane.replaceChildren(article);
    this.#follow();
  }

  #follow(): void {
    if (this.isOpen && !this.#isNarrow.matches) {
      keepInStep(this.#page.view, this.pane, barHeight());
    }
  }
}
