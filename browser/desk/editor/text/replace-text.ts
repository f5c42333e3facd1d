// Replaces the text where it differs, so that the caret stays where it is; undo brings it back.

import type { EditorView } from '@codemirror/view';
import { textChanges } from '../../../../src/rendering/diff/paragraphs.ts';

export function replaceText(view: EditorView, text: string): void {
  view.dispatch({ changes: textChanges(view.state.doc.toString(), text) });
}
