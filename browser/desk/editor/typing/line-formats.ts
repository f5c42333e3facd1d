// Headings, quotes and lists: puts a mark at the start of each selected line, or removes the marks if all lines have
// one.

import type { Line, StateCommand } from '@codemirror/state';

interface LineFormat {
  readonly has: RegExp;
  /** The start of a line in another format, which the new mark replaces. */
  readonly other: RegExp;
  markFor(nth: number): string;
  /** Whether a blank line between the selected lines gets a mark, stays as it is, or is removed. */
  readonly blank: 'marked' | 'kept' | 'removed';
}

const LIST = /^(?:[-*+]|\d{1,9}[.)]) (?:\[[ xX]\] )?/;
const HEADING = /^#{1,6} /;
const ANY = /^(?:#{1,6} |[-*+] (?:\[[ xX]\] )?|\d{1,9}[.)] )/;

export const heading: LineFormat = {
  ...{ has: HEADING, other: LIST, blank: 'kept' },
  markFor: () => '## ',
};
export const quote: LineFormat = {
  ...{ has: /^> ?/, other: /^(?!)/, blank: 'marked' },
  markFor: () => '> ',
};
export const list: LineFormat = {
  ...{ has: /^[-*+] /, other: ANY, blank: 'removed' },
  markFor: () => '- ',
};
export const numbered: LineFormat = {
  ...{ has: /^\d{1,9}[.)] /, other: ANY, blank: 'removed' },
  markFor: (nth) => `${nth + 1}. `,
};

const isBlank = ({ text }: { text: string }) => text.trim() === '';

export const toggleLines =
  (format: LineFormat): StateCommand =>
  ({ state, dispatch }) => {
    const { from, to } = state.selection.main;
    const first = state.doc.lineAt(from).number;
    const last = state.doc.lineAt(to).number;
    const chosen = Array.from({ length: last - first + 1 }, (_, at) => state.doc.line(first + at));
    const worded = chosen.every(isBlank) ? chosen : chosen.filter((line) => !isBlank(line));
    const isOn = worded.every(({ text }) => format.has.test(text));
    const changes = chosen.flatMap((line) =>
      isOn ? removed(format, line) : marked(format, line, worded.indexOf(line), first, last),
    );
    // The caret moves after the mark, ready for typing.
    const selection = state.selection.map(state.changes(changes), 1);
    dispatch(state.update({ changes, selection, userEvent: 'input.format', scrollIntoView: true }));
    return true;
  };

const removed = ({ has }: LineFormat, { from, text }: Line) => {
  const mark = has.exec(text)?.[0].length ?? 0;
  return mark > 0 ? [{ from, to: from + mark, insert: '' }] : [];
};

/** `nth` is the line's number among the lines with words, or -1 for a blank line. */
function marked(format: LineFormat, line: Line, nth: number, first: number, last: number) {
  const { from, to, text, number } = line;
  if (nth >= 0) {
    const old = format.has.exec(text)?.[0] ?? format.other.exec(text)?.[0] ?? '';
    return [{ from, to: from + old.length, insert: format.markFor(nth) }];
  }
  if (format.blank === 'marked') return [{ from, to, insert: '>' }];
  // The blank line is removed together with the line break before it.
  const isBetween = number > first && number < last;
  return format.blank === 'removed' && isBetween ? [{ from: from - 1, to, insert: '' }] : [];
}
