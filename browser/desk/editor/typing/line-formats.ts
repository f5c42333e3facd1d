// Headings, quotes and lists: a mark at the start of each selected line, or none if all have it.

import type { Line, StateCommand } from '@codemirror/state';

interface LineFormat {
  readonly has: RegExp;
  /** What a line of another format begins with, which the mark takes the place of. */
  readonly other: RegExp;
  markFor(nth: number): string;
  /** Whether a blank line between the lines has a mark, stays as it is, or goes. */
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
    // The caret goes after the mark, ready to type.
    const selection = state.selection.map(state.changes(changes), 1);
    dispatch(state.update({ changes, selection, userEvent: 'input.format', scrollIntoView: true }));
    return true;
  };

const removed = ({ has }: LineFormat, { from, text }: Line) => {
  const mark = has.exec(text)?.[0].length ?? 0;
  return mark > 0 ? [{ from, to: from + mark, insert: '' }] : [];
};

/** `nth` is that of the line among those with words, or -1. */
function marked(format: LineFormat, line: Line, nth: number, first: number, last: number) {
  const { from, to, text, number } = line;
  if (nth >= 0) {
    const old = format.has.exec(text)?.[0] ?? format.other.exec(text)?.[0] ?? '';
    return [{ from, to: from + old.length, insert: format.markFor(nth) }];
  }
  if (format.blank === 'marked') return [{ from, to, insert: '>' }];
  // It goes with the line break before it.
  const isBetween = number > first && number < last;
  return format.blank === 'removed' && isBetween ? [{ from: from - 1, to, insert: '' }] : [];
}
