// Tidies what waits for words when the writer goes on to another field or to publish.

import { EditorView } from '@codemirror/view';
import { tidyNow } from './open-pairs.ts';

/** A button of a toolbar or menu is no leaving: what it does is for the text. */
export const tidyOnLeaving = EditorView.domEventHandlers({
  blur({ relatedTarget }, view) {
    const isElsewhere =
      relatedTarget instanceof Element && !relatedTarget.closest('[role="toolbar"], [role="menu"]');
    const tidy = isElsewhere ? tidyNow(view.state) : null;
    if (tidy) view.dispatch(tidy);
  },
});
