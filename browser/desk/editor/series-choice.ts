// The choice of a series in the details, saved as soon as it is made, since it is not part of the text.

import { CallFailed, type Service } from './page/calls.ts';

interface Around {
  form: HTMLFormElement;
  service: Service;
  /** The id of the piece; a new piece has one before its first save, too. */
  pieceId(): string;
}

export function chooseSeries({ form, service, pieceId }: Around): void {
  const choice = form.querySelector<HTMLSelectElement>('[data-series] select');
  const said = form.querySelector<HTMLElement>('[data-series-saved]');
  if (!choice || !said) return;
  form.querySelector('[data-without-script]')?.remove();
  let last = choice.value;
  // The series is not part of the content, so autosave must not see these events.
  for (const kind of ['input', 'change']) {
    choice.addEventListener(kind, (event) => event.stopPropagation());
  }
  choice.addEventListener('change', async () => {
    const { value } = choice;
    said.textContent = 'Saving…';
    try {
      await service.post(`/desk/edit/pieces/${pieceId()}/series/choice`, { series: value });
      last = value;
      said.textContent = value === '' ? 'Saved. The piece is not in a series.' : 'Saved.';
    } catch (problem) {
      if (!(problem instanceof CallFailed)) throw problem;
      choice.value = last;
      said.textContent = `Not saved. ${problem.message}`;
    }
  });
}
