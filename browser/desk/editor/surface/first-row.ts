// ArrowUp in the first row of the text moves to the standfirst, as if both were one text.

import { Prec } from '@codemirror/state';
import { keymap } from '@codemirror/view';

export const upToFields = Prec.high(
  keymap.of([
    {
      key: 'ArrowUp',
      run(view) {
        const { main } = view.state.selection;
        const field = view.dom.closest('form')?.elements.namedItem('sub');
        if (!main.empty || !(field instanceof HTMLTextAreaElement)) return false;
        const here = view.coordsAtPos(main.head);
        const first = view.coordsAtPos(0);
        if (main.head > view.state.doc.line(1).to || !here || !first || here.top > first.top) {
          return false;
        }
        field.focus();
        field.setSelectionRange(field.value.length, field.value.length);
        return true;
      },
    },
  ]),
);
