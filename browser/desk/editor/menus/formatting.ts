// The formats of the toolbar and their shortcuts, applied to the selection.

import { redo, undo } from '@codemirror/commands';
import type { EditorView } from '@codemirror/view';
import { toggleCode } from '../typing/code.ts';
import { heading, list, numbered, quote, toggleLines } from '../typing/line-formats.ts';
import { toggle } from '../typing/marks/command.ts';
import { toggleStrike } from '../typing/marks/strike.ts';
import { editOrAddLink } from './link-popover.ts';

interface Format {
  name: string;
  /** The visible label of the button. */
  sign: string;
  key?: string;
  apply(view: EditorView): boolean;
}

export const FORMATS: Format[] = [
  { name: 'Bold', sign: 'B', key: 'Mod-b', apply: toggle('bold') },
  { name: 'Italic', sign: 'I', key: 'Mod-i', apply: toggle('italic') },
  { name: 'Strikethrough', sign: 'S', key: 'Mod-Shift-x', apply: toggleStrike },
  { name: 'Heading', sign: 'H', key: 'Mod-Alt-2', apply: toggleLines(heading) },
  { name: 'Link', sign: 'Link', key: 'Mod-k', apply: editOrAddLink },
  { name: 'Quote', sign: 'Quote', key: 'Mod-Shift-9', apply: toggleLines(quote) },
  { name: 'List', sign: 'List', key: 'Mod-Shift-8', apply: toggleLines(list) },
  {
    name: 'Numbered list',
    sign: 'Numbered',
    key: 'Mod-Shift-7',
    apply: toggleLines(numbered),
  },
  { name: 'Code', sign: 'Code', key: 'Mod-e', apply: toggleCode },
  { name: 'Undo', sign: 'Undo', apply: undo },
  { name: 'Redo', sign: 'Redo', apply: redo },
];
