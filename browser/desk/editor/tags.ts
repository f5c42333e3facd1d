// Suggests the writer's own tags while they type one.

import { button, element } from './element.ts';
import { walk } from './roving-tabindex.ts';

const OFFERED = 8;

export function offerTags(field: HTMLInputElement, own: string[], onChange: () => void): void {
  if (own.length === 0) return;
  const offers = element('div', {
    class: 'tag-suggestions',
    role: 'group',
    'aria-label': 'Your tags',
  });
  field.after(offers);

  const typed = () => field.value.split(',').map((tag) => tag.trim());
  const add = (tag: string) => {
    field.value = [...typed().slice(0, -1).filter(Boolean), tag, ''].join(', ');
    field.focus();
    show();
    onChange();
  };
  const show = () => {
    const all = typed();
    const last = (all.at(-1) ?? '').toLowerCase();
    const fitting = own.filter(
      (tag) =>
        tag.toLowerCase().startsWith(last) && !all.slice(0, -1).includes(tag) && tag !== last,
    );
    const buttons = fitting
      .slice(0, OFFERED)
      .map((tag) => button(tag, () => add(tag), { class: 'tag-suggestion' }));
    walk(buttons);
    offers.replaceChildren(...buttons);
  };
  field.addEventListener('input', show);
  show();
}
