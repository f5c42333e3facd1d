// Removes empty marks when the writer moves on to another field or to publishing.

import { EditorView } from '@codemirror/view';
import { tidyNow } from './open-pairs.ts';

/** Pressing a button in a toolbar or menu doesn't count as leaving, since the button acts on the text. */
export const tidyOnLeaving = EditorView.domEventHandlers({
  blur({ relatedTarget }, view) {
    const isElsewhere =
      relatedTarget instanceof Element && !relatedTarget.closest('[role="toolbar"], [role="menu"]');
    const tidy = isElsewhere ? tidyNow(view.state) : null;
    if (tidy) view.dispatch(tidy);
  },
});
