// Replaces an empty line with a block of Markdown, with blank lines around it.

import type { EditorView } from '@codemirror/view';

interface Span {
  from: number;
  to: number;
}

/**
 * Puts the caret at the block's CARET marker, or after the block if it has none. With a STOP marker, selects up to
 * there.
 */
export function insertBlock(view: EditorView, { from, to }: Span, block: string): void {
  const { doc } = view.state;
  const line = doc.lineAt(from);
  const before = line.number > 1 ? doc.line(line.number - 1).text : '';
  const end = doc.lineAt(to);
  const after = end.number < doc.lines ? doc.line(end.number + 1).text : '';
  const lead = before.trim() ? '\n' : '';
  const trail = after.trim() ? '\n' : '';
  const start = block.indexOf(CARET);
  const words = block.replace(CARET, '');
  const stop = words.indexOf(STOP);
  const text = words.replace(STOP, '');
  const at = line.from + lead.length;
  const anchor = at + (start < 0 ? text.length : start);
  view.dispatch({
    changes: { from: line.from, to: end.to, insert: lead + text + trail },
    selection: { anchor, head: stop < 0 ? anchor : at + stop },
    userEvent: 'input',
    scrollIntoView: true,
  });
  view.focus();
}

export const CARET = '\u{E000}';
export const STOP = '\u{E001}';
