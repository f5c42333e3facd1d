// The hint to paste the URL of an embed on an empty line, removed by the next change or move of the caret.

import { StateEffect, StateField } from '@codemirror/state';
import { Decoration, EditorView, WidgetType } from '@codemirror/view';
import { element } from '../element.ts';

const asked = StateEffect.define<number>();

class Hint extends WidgetType {
  override eq(): boolean {
    return true;
  }

  toDOM(): HTMLElement {
    return element('span', { class: 'line-hint' }, 'Paste the URL of a video or a post');
  }
}

const hint = Decoration.widget({ widget: new Hint(), side: 1 });

export const embedHint = StateField.define({
  create: () => Decoration.none,
  update(shown, transaction) {
    const at = transaction.effects.find((effect) => effect.is(asked))?.value;
    if (typeof at === 'number') return Decoration.set(hint.range(at));
    return transaction.docChanged || transaction.selection ? Decoration.none : shown;
  },
  provide: (field) => EditorView.decorations.from(field),
});

export const askForEmbed = (view: EditorView): void =>
  view.dispatch({ effects: asked.of(view.state.selection.main.head) });
